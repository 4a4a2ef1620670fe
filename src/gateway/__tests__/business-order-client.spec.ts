import { errors } from "undici"
import { BusinessOrderClient } from ".."
import {
  CREDENTIALS,
  errorOf,
  mockGateway,
  onchainToken,
  onchainYes,
  ORDER,
  ORDER_ID,
  ORDER_INPUT,
} from "./doubles"

const CREATION = ["POST", "/api/v1/transactions"] as const
const READ = ["GET", `/api/v1/transactions/${ORDER_ID}`] as const
const CANCEL = ["POST", `/api/v1/transactions/${ORDER_ID}/cancel`] as const
const CANCELLED = {
  order_id: ORDER_ID,
  status: "cancelled",
  currency: "USDC",
  chain: "POLYGON",
}
const STATE = {
  order_id: ORDER_ID,
  status: "pending",
  amount: 25,
  currency: "USDC",
  chain: "POLYGON",
  paid_at: null,
  payment: null,
}

describe("BusinessOrderClient", () => {
  let gateway: ReturnType<typeof mockGateway>
  let client: BusinessOrderClient

  beforeEach(() => {
    gateway = mockGateway()
    client = new BusinessOrderClient({
      ...CREDENTIALS,
      dispatcher: gateway.agent,
    })
  })

  afterEach(async () => {
    gateway.agent.assertNoPendingInterceptors()
    await client.close()
    await gateway.agent.close()
  })

  describe("verify", () => {
    it("tells the mode and the token's end as the gateway does", async () => {
      gateway.expectOnchainToken()
      await expect(client.verify()).resolves.toEqual({
        mode: "live",
        expiresAt: "2099-01-01T00:00:00+00:00",
      })
    })

    it("asks again each time, since it tries the credentials", async () => {
      gateway.expectOnchainToken("token_1")
      await client.verify()
      gateway
        .expect("POST", "/api/v1/auth/verify")
        .reply(401, { status: false })
      await expect(errorOf(client.verify())).resolves.toMatchObject({
        code: "unauthorized",
      })
    })

    it("refuses a token without an end", async () => {
      gateway
        .expect("POST", "/api/v1/auth/verify")
        .reply(200, onchainToken("token_1", "tomorrow"))
      const error = await errorOf(client.verify())
      expect(error.code).toBe("bad_answer")
      expect(error.message).toContain("data.expires_at")
    })
  })

  describe("with a token", () => {
    beforeEach(() => gateway.expectOnchainToken())

    it("creates an order and hands its amounts on as decimals", async () => {
      gateway.expect(...CREATION).reply(201, onchainYes(ORDER))
      await expect(client.createOrder(ORDER_INPUT)).resolves.toEqual({
        ...ORDER,
        amount: "25.00",
      })
    })

    it("takes an order_id of any UUID version", async () => {
      const order_id = "00000000-0000-0000-0000-00000000000F"
      gateway.expect(...CREATION).reply(201, onchainYes({ ...ORDER, order_id }))
      await expect(client.createOrder(ORDER_INPUT)).resolves.toMatchObject({
        order_id,
      })
    })

    it.each<[string, number, unknown, object]>([
      [
        "a 422",
        422,
        {
          status: false,
          message: "Invalid",
          errors: { chain: ["not enabled"] },
        },
        { code: "invalid", fields: { chain: ["not enabled"] } },
      ],
      ["a 404", 404, { status: false }, { code: "not_found" }],
      ["another 4xx", 409, { status: false }, { code: "rejected" }],
      ["a no with 200", 200, { status: false }, { code: "rejected" }],
    ])(
      "knows that nothing was created after %s",
      async (_, status, body, expected) => {
        gateway.expect(...CREATION).reply(status, body as object)
        await expect(
          errorOf(client.createOrder(ORDER_INPUT))
        ).resolves.toMatchObject({ ...expected, status, ambiguous: false })
      }
    )

    it.each<[string, number, unknown, string]>([
      [
        "a 500 that says no",
        500,
        { status: false, message: "No" },
        "unavailable",
      ],
      ["a 503", 503, "", "unavailable"],
      [
        "the other API's envelope",
        201,
        { status: "success", data: ORDER },
        "bad_answer",
      ],
      [
        "no checkout_url",
        201,
        onchainYes({ ...ORDER, checkout_url: null }),
        "bad_answer",
      ],
    ])(
      "does not know what was created after %s",
      async (_, status, body, code) => {
        gateway.expect(...CREATION).reply(status, body as object)
        await expect(
          errorOf(client.createOrder(ORDER_INPUT))
        ).resolves.toMatchObject({ code, status, ambiguous: true })
      }
    )

    it.each<[string, Error, string, boolean]>([
      [
        "a reset",
        Object.assign(new Error(), { code: "ECONNRESET" }),
        "network",
        true,
      ],
      [
        "a closed socket",
        new errors.SocketError("other side closed"),
        "network",
        true,
      ],
      ["no answer", new errors.HeadersTimeoutError(), "timeout", true],
      [
        "half an answer in time",
        new errors.BodyTimeoutError(),
        "timeout",
        true,
      ],
      [
        "a kernel timeout after sending",
        Object.assign(new Error(), { code: "ETIMEDOUT", syscall: "read" }),
        "timeout",
        true,
      ],
      [
        "a refused connection",
        Object.assign(new Error(), { code: "ECONNREFUSED" }),
        "network",
        false,
      ],
      ["a connect timeout", new errors.ConnectTimeoutError(), "timeout", false],
      [
        "a kernel timeout on connect",
        Object.assign(new Error(), { code: "ETIMEDOUT", syscall: "connect" }),
        "timeout",
        false,
      ],
      [
        "an unknown host",
        Object.assign(new Error(), {
          code: "ENOTFOUND",
          syscall: "getaddrinfo",
        }),
        "network",
        false,
      ],
      [
        "an expired certificate",
        Object.assign(new Error(), { code: "CERT_HAS_EXPIRED" }),
        "network",
        false,
      ],
    ])(
      "sends a creation once, and after %s knows what it knows",
      async (_, fault, code, ambiguous) => {
        gateway.expect(...CREATION).replyWithError(fault)
        await expect(
          errorOf(client.createOrder(ORDER_INPUT))
        ).resolves.toMatchObject({ code, ambiguous, retryable: true })
      }
    )

    it("reads a paid order", async () => {
      const payment = {
        reference: "PAY-1",
        net_amount: 24.875,
        chain: "POLYGON",
        tx_hash: `0x${"ab".repeat(32)}`,
      }
      const paid = {
        ...STATE,
        status: "paid",
        paid_at: "2026-01-01T00:00:00Z",
        payment,
      }
      gateway.expect(...READ).reply(200, onchainYes(paid))
      await expect(client.getOrder(ORDER_ID)).resolves.toEqual({
        ...paid,
        amount: "25.00",
        payment: { ...payment, net_amount: "24.875" },
      })
    })

    it("does not believe the state of another order", async () => {
      const order_id = "11111111-2c1d-4e5f-8a6b-7c8d9e0f1a2b"
      gateway
        .expect(...READ)
        .reply(200, onchainYes({ ...STATE, order_id, status: "paid" }))
      const error = await errorOf(client.getOrder(ORDER_ID))
      expect(error.code).toBe("bad_answer")
      expect(error.message).toContain("data.order_id")
    })

    it("tells an order that is not this account's from a fault", async () => {
      gateway.expect(...READ).reply(404, { status: false, message: "No" })
      await expect(errorOf(client.getOrder(ORDER_ID))).resolves.toMatchObject({
        code: "not_found",
        retryable: false,
      })
    })

    it("does not repeat a 500", async () => {
      gateway.expect(...READ).reply(500, "")
      await expect(errorOf(client.getOrder(ORDER_ID))).resolves.toMatchObject({
        code: "unavailable",
        retryable: true,
        ambiguous: false,
      })
    })

    it("waits as long as Retry-After says, and tells", async () => {
      const waits: number[] = []
      const polite = new BusinessOrderClient({
        ...CREDENTIALS,
        dispatcher: gateway.agent,
        now: () => Date.parse("2026-01-01T00:00:00Z"),
        onRateLimit: (ms) => waits.push(ms),
      })
      const limited = (after: string) =>
        gateway.expect(...READ).reply(429, "", {
          headers: { "retry-after": after },
        })
      limited("Thu, 01 Jan 2026 00:00:00 GMT")
      limited("0")
      gateway.expect(...READ).reply(200, onchainYes(STATE))
      await expect(polite.getOrder(ORDER_ID)).resolves.toMatchObject(STATE_OUT)
      expect(waits).toEqual([0, 0])

      limited("3600")
      await expect(errorOf(polite.getOrder(ORDER_ID))).resolves.toMatchObject({
        code: "rate_limited",
        retryAfterMs: 3_600_000,
      })
      expect(waits).toEqual([0, 0, 3_600_000])
    })

    it("repeats a cancel after a reset", async () => {
      gateway
        .expect(...CANCEL)
        .replyWithError(Object.assign(new Error(), { code: "ECONNRESET" }))
      gateway.expect(...CANCEL).reply(200, onchainYes(CANCELLED))
      await expect(client.cancelOrder(ORDER_ID)).resolves.toEqual(CANCELLED)
    })

    it("leaves it to the caller what a refused second cancel means", async () => {
      gateway.expect(...CANCEL).reply(504, "")
      gateway
        .expect(...CANCEL)
        .reply(422, { status: false, message: "Not pending" })
      await expect(
        errorOf(client.cancelOrder(ORDER_ID))
      ).resolves.toMatchObject({ code: "invalid", status: 422 })
    })

    it("sends a cancel without a body", async () => {
      gateway.agent
        .get(CREDENTIALS.baseUrl)
        .intercept({
          method: "POST",
          path: CANCEL[1],
          body: (body) => !body,
          headers: (headers) => !("content-type" in headers),
        })
        .reply(200, onchainYes(CANCELLED))
      await expect(client.cancelOrder(ORDER_ID)).resolves.toEqual(CANCELLED)
    })
  })

  it("does not spend a creation's ambiguity on a token that never came", async () => {
    gateway.expect("POST", "/api/v1/auth/verify").reply(500, "")
    const error = await errorOf(client.createOrder(ORDER_INPUT))
    expect(error).toMatchObject({ code: "unavailable", ambiguous: false })
    expect(error.request).toEqual({
      method: "POST",
      path: "/api/v1/auth/verify",
    })
  })

  it.each<[string, object, string]>([
    ["a chain that is none", { chain: "polygon" }, "chain"],
    ["a currency that is none", { currency: "USD" }, "currency"],
    ["amount 0", { amount: "0" }, "amount"],
  ])("does not bother the gateway with %s", async (_, change, field) => {
    const error = await errorOf(
      client.createOrder({ ...ORDER_INPUT, ...change })
    )
    expect(error).toMatchObject({ code: "invalid", ambiguous: false })
    expect(Object.keys(error.fields ?? {})).toEqual([field])
  })

  it.each([
    "",
    "..",
    "../auth/verify",
    `${ORDER_ID}/cancel`,
    `${ORDER_ID}?a=b`,
  ])("does not let the id %j lead to another path", async (id) => {
    for (const call of [client.getOrder(id), client.cancelOrder(id)]) {
      await expect(errorOf(call)).resolves.toMatchObject({
        code: "invalid",
        fields: { order_id: [expect.any(String)] },
      })
    }
  })
})

const STATE_OUT = { ...STATE, amount: "25.00" }
