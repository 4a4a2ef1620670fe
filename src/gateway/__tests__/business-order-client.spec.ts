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

const PENDING = { outcome: "created", gateway_id: ORDER_ID }

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

    // Each field of a paid order: webhooks.spec, which reads it alike.
    it("reads a paid order, also in capitals", async () => {
      expect(await read(PAID_STATE)).toEqual({
        gateway_id: ORDER_ID,
        outcome: "paid",
        paid: PAID,
      })
      const order_id = ORDER_ID.toUpperCase()
      expect(await read({ ...PAID_STATE, order_id })).toMatchObject({
        gateway_id: order_id,
      })
    })

    it.each([
      ["without an amount", { amount: null }, "data.amount"],
      ["without its id", { order_id: undefined }, "data.order_id"],
    ])(
      "reports a paid order %s as paid and malformed",
      async (_, change, field) => {
        const order = await read({ ...PAID_STATE, ...change })
        expect(order).toMatchObject({
          outcome: "paid",
          malformed: expect.stringContaining(field),
        })
        expect(order).not.toHaveProperty("paid")
      }
    )

    it.each([
      ["pending", "created"],
      ["cancelled", "cancelled"],
      ["expired", "unknown"],
    ])(
      "needs only id and status of an order that is %s",
      async (status, outcome) => {
        const odd = { amount: "?", payment: "none", paid_at: 0 }
        expect(await read({ order_id: ORDER_ID, status, ...odd })).toEqual({
          outcome,
          gateway_id: ORDER_ID,
        })
      }
    )

    it("rejects an unpaid order without an id", async () => {
      const error = await errorOf(read({ ...STATE, order_id: undefined }))
      expect(error.code).toBe("bad_answer")
      expect(error.message).toContain("data.order_id")
    })

    it("rejects the state of another order", async () => {
      const order_id = "11111111-2c1d-4e5f-8a6b-7c8d9e0f1a2b"
      reply(READ, 200, onchainSuccess({ ...STATE, order_id, status: "paid" }))
      const error = await errorOf(mocked.client.getOrder(ORDER_ID))
      expect(error.code).toBe("bad_answer")
      expect(error.message).toContain("data.order_id")
    })

    it.each([
      [404, {}, { code: "not_found", retryable: false }],
      // A single answer each: none is retried.
      [500, {}, { code: "unavailable", retryable: true, ambiguous: false }],
      [503, { once: true }, { code: "unavailable", retryable: true }],
    ])("reports a read's %i %j", async (status, options, expected) => {
      reply(READ, status, { status: false })
      expect(
        await errorOf(mocked.client.getOrder(ORDER_ID, options))
      ).toMatchObject(expected)
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
      expect(await limitedClient.getOrder(ORDER_ID)).toEqual(PENDING)
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
