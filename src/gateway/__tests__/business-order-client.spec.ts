import { BusinessOrderClient } from ".."
import {
  CREDENTIALS,
  errorOf,
  mockedClient,
  onchainToken,
  onchainSuccess,
  ORDER_ID,
} from "./doubles"

const READ = ["GET", `/api/v1/transactions/${ORDER_ID}`] as const
const CANCEL = ["POST", `/api/v1/transactions/${ORDER_ID}/cancel`] as const
const CANCELLED = { order_id: ORDER_ID, status: "cancelled" }
const STATE = {
  order_id: ORDER_ID,
  status: "pending",
  amount: 25,
  currency: "USDC",
  chain: "POLYGON",
  paid_at: null,
  payment: null,
}

const STATE_OUT = { order_id: ORDER_ID, status: "pending" }

const PAYMENT = {
  reference: "PAY-1",
  net_amount: 24.875,
  chain: "POLYGON",
  tx_hash: `0x${"ab".repeat(32)}`,
}
const PAID_STATE = {
  ...STATE,
  status: "paid",
  paid_at: "2026-01-01T00:00:00Z",
  payment: PAYMENT,
}
const PAID = {
  amount: "25.00",
  currency: "USDC",
  chain: "POLYGON",
  paid_at: "2026-01-01T00:00:00Z",
  reference: "PAY-1",
  net_amount: "24.875",
  tx_hash: PAYMENT.tx_hash,
}

describe("BusinessOrderClient", () => {
  const mocked = mockedClient(BusinessOrderClient)
  const reply = (
    [method, path]: typeof READ | typeof CANCEL,
    status: number,
    body: string | object,
    options = {}
  ) => mocked.gateway.expect(method, path).reply(status, body, options)

  describe("verify", () => {
    it("returns the gateway's mode and token expiry", async () => {
      mocked.gateway.expectOnchainToken()
      expect(await mocked.client.verify()).toEqual({
        mode: "live",
        expiresAt: "2099-01-01T00:00:00+00:00",
      })
    })

    it("sends a request each time to check the credentials", async () => {
      mocked.gateway.expectOnchainToken("token_1")
      await mocked.client.verify()
      mocked.gateway
        .expect("POST", "/api/v1/auth/verify")
        .reply(401, { status: false })
      expect(await errorOf(mocked.client.verify())).toMatchObject({
        code: "unauthorized",
      })
    })

    it("rejects a token without an expiry", async () => {
      mocked.gateway
        .expect("POST", "/api/v1/auth/verify")
        .reply(200, onchainToken("token_1", "tomorrow"))
      const error = await errorOf(mocked.client.verify())
      expect(error.code).toBe("bad_answer")
      expect(error.message).toContain("data.expires_at")
    })
  })

  describe("with a token", () => {
    beforeEach(() => mocked.gateway.expectOnchainToken())

    const read = async (order: object) => {
      reply(READ, 200, onchainSuccess(order))
      return await mocked.client.getOrder(ORDER_ID)
    }

    it.each([
      ["as the contract defines it", {}, PAID],
      ["with a mode", { mode: "live" }, { ...PAID, mode: "live" }],
      ["with an invalid mode", { mode: 1 }, PAID],
      [
        "with an invalid time",
        { paid_at: "2026-11-22T10:00:00+0000" },
        { ...PAID, paid_at: undefined },
      ],
      [
        "without net amount and reference",
        {
          payment: { ...PAYMENT, net_amount: undefined, reference: undefined },
        },
        { ...PAID, net_amount: undefined, reference: undefined },
      ],
    ])("reads a paid order %s", async (_, change, paid) => {
      expect(await read({ ...PAID_STATE, ...change })).toEqual({
        order_id: ORDER_ID,
        status: "paid",
        paid,
      })
    })

    it("reads an order in capitals", async () => {
      const order_id = ORDER_ID.toUpperCase()
      const tx_hash = `0x${"AB".repeat(32)}`
      const payment = { ...PAYMENT, tx_hash }
      expect(await read({ ...PAID_STATE, order_id, payment })).toEqual({
        order_id,
        status: "paid",
        paid: { ...PAID, tx_hash },
      })
    })

    it.each([
      ["without an amount", { amount: null }, "data.amount"],
      ["with an amount that is not a number", { amount: "ten" }, "data.amount"],
      ["without a coin", { currency: undefined }, "data.currency"],
      ["without a chain", { chain: undefined }, "data.chain"],
      ["without its id", { order_id: undefined }, "data.order_id"],
      [
        "with half a hash",
        { payment: { ...PAYMENT, tx_hash: "0xab" } },
        "data.payment.tx_hash",
      ],
      [
        "with a transfer on another chain",
        { payment: { ...PAYMENT, chain: "BSC" } },
        "data.payment.chain",
      ],
    ])(
      "reports a paid order %s as paid and malformed",
      async (_, change, field) => {
        const order = await read({ ...PAID_STATE, ...change })
        expect(order).toMatchObject({
          status: "paid",
          malformed: expect.stringContaining(field),
        })
        expect(order).not.toHaveProperty("paid")
      }
    )

    it.each(["pending", "cancelled", "expired"])(
      "needs only id and status of an order that is %s",
      async (status) => {
        const order = { order_id: ORDER_ID, status }
        expect(
          await read({ ...order, amount: "?", payment: "none", paid_at: 0 })
        ).toEqual(order)
      }
    )

    it("rejects an unpaid order without an id", async () => {
      const error = await errorOf(read({ ...STATE, order_id: undefined }))
      expect(error.code).toBe("bad_answer")
      expect(error.message).toContain("data.order_id")
    })

    it("ignores invalid additional fields of a cancellation", async () => {
      reply(
        CANCEL,
        200,
        onchainSuccess({ ...CANCELLED, currency: 1, chain: [] })
      )
      expect(await mocked.client.cancelOrder(ORDER_ID)).toMatchObject({
        order_id: ORDER_ID,
        status: "cancelled",
      })
    })

    it("rejects the state of another order", async () => {
      const order_id = "11111111-2c1d-4e5f-8a6b-7c8d9e0f1a2b"
      reply(READ, 200, onchainSuccess({ ...STATE, order_id, status: "paid" }))
      const error = await errorOf(mocked.client.getOrder(ORDER_ID))
      expect(error.code).toBe("bad_answer")
      expect(error.message).toContain("data.order_id")
    })

    it("reports an order of another account as not found", async () => {
      reply(READ, 404, { status: false, message: "No" })
      expect(await errorOf(mocked.client.getOrder(ORDER_ID))).toMatchObject({
        code: "not_found",
        retryable: false,
      })
    })

    it("does not retry a 500", async () => {
      reply(READ, 500, "")
      expect(await errorOf(mocked.client.getOrder(ORDER_ID))).toMatchObject({
        code: "unavailable",
        retryable: true,
        ambiguous: false,
      })
    })

    it("does not retry a transient fault for a single read", async () => {
      reply(READ, 503, "")
      expect(
        await errorOf(mocked.client.getOrder(ORDER_ID, { once: true }))
      ).toMatchObject({ code: "unavailable", retryable: true })
    })

    it("waits for Retry-After and reports the wait", async () => {
      const waits: (number | undefined)[] = []
      const limitedClient = new BusinessOrderClient({
        ...CREDENTIALS,
        dispatcher: mocked.gateway.agent,
        now: () => Date.parse("2026-01-01T00:00:00Z"),
        onRateLimit: (ms) => waits.push(ms),
      })
      const limited = (after: string) =>
        reply(READ, 429, "", {
          headers: { "retry-after": after },
        })
      limited("Thu, 01 Jan 2026 00:00:00 GMT")
      limited("0")
      reply(READ, 200, onchainSuccess(STATE))
      expect(await limitedClient.getOrder(ORDER_ID)).toMatchObject(STATE_OUT)
      expect(waits).toEqual([0, 0])

      limited("3600")
      expect(await errorOf(limitedClient.getOrder(ORDER_ID))).toMatchObject({
        code: "rate_limited",
        retryAfterMs: 3_600_000,
      })
      expect(waits).toEqual([0, 0, 3_600_000])
    })

    it("retries a cancellation after a reset", async () => {
      mocked.gateway
        .expect(...CANCEL)
        .replyWithError(Object.assign(new Error(), { code: "ECONNRESET" }))
      reply(
        CANCEL,
        200,
        onchainSuccess({ ...CANCELLED, currency: "USDC", chain: "POLYGON" })
      )
      expect(await mocked.client.cancelOrder(ORDER_ID)).toEqual(CANCELLED)
    })

    it("reports a rejected second cancellation to the caller", async () => {
      reply(CANCEL, 504, "")
      reply(CANCEL, 422, { status: false, message: "Not pending" })
      expect(await errorOf(mocked.client.cancelOrder(ORDER_ID))).toMatchObject({
        code: "invalid",
        status: 422,
      })
    })

    it("sends a cancellation without a body", async () => {
      mocked.gateway.agent
        .get(CREDENTIALS.baseUrl)
        .intercept({
          method: "POST",
          path: CANCEL[1],
          body: (body) => !body,
          headers: (headers) => !("content-type" in headers),
        })
        .reply(
          200,
          onchainSuccess({ ...CANCELLED, currency: "USDC", chain: "POLYGON" })
        )
      expect(await mocked.client.cancelOrder(ORDER_ID)).toEqual(CANCELLED)
    })
  })

  it.each([
    "",
    "..",
    "../auth/verify",
    `${ORDER_ID}/cancel`,
    `${ORDER_ID}?a=b`,
  ])("rejects the id %j, which changes the path", async (id) => {
    for (const call of [
      mocked.client.getOrder(id),
      mocked.client.cancelOrder(id),
    ]) {
      expect(await errorOf(call)).toMatchObject({
        code: "invalid",
        fields: { order_id: [expect.any(String)] },
      })
    }
  })
})
