import { errors } from "undici"
import { BusinessOrderClient } from ".."
import {
  errorOf,
  mockedClient,
  onchainSuccess,
  ORDER,
  ORDER_INPUT,
  verdictOf,
} from "./doubles"

const CREATION = ["POST", "/api/v1/transactions"] as const
const NO = { status: false, message: "No" }

describe("BusinessOrderClient.createOrder", () => {
  const mocked = mockedClient(BusinessOrderClient)
  const create = () => mocked.client.createOrder(ORDER_INPUT)
  const reply = (status: number, body: unknown) =>
    mocked.gateway.expect(...CREATION).reply(status, body as object)

  describe("with a token", () => {
    beforeEach(() => mocked.gateway.expectOnchainToken())

    it("creates an order and returns what its payment needs", async () => {
      reply(201, onchainSuccess(ORDER))
      const { order_id, destination_address, mode } = ORDER
      const { checkout_url, checkout_token } = ORDER
      expect(await create()).toEqual({
        ...{ order_id, destination_address, mode },
        ...{ checkout_url, checkout_token },
      })
    })

    it("accepts an order_id of any UUID version", async () => {
      const order_id = "00000000-0000-0000-0000-00000000000F"
      reply(201, onchainSuccess({ ...ORDER, order_id }))
      expect(await create()).toMatchObject({ order_id })
    })

    it("accepts an order with invalid fields that its buyer does not need", async () => {
      const odd = {
        ...{ created_at: "2026-11-22 10:00:00", amount: "twenty-five" },
        ...{ currency: 1, chain: null, status: 0, order_no: 42 },
        ...{ description: {}, paid_at: "", payment: [] },
      }
      reply(201, onchainSuccess({ ...ORDER, ...odd }))
      const { order_id, checkout_url, checkout_token } = ORDER
      expect(await create()).toMatchObject({
        ...{ order_id, checkout_url, checkout_token },
        destination_address: ORDER.destination_address,
        mode: "live",
      })
    })

    it("reports why no order was created", async () => {
      const fields = { chain: ["not enabled"] }
      reply(422, { ...NO, errors: fields })
      const error = await errorOf(create())
      expect(verdictOf(error)).toBe("invalid")
      expect(error).toMatchObject({ status: 422, said: "No", fields })
    })

    const UNREADABLE = "bad_answer, ambiguous"
    const UNKNOWN = "unavailable, retryable, ambiguous"

    it.each<[status: number, body: unknown, verdict: string]>([
      [404, NO, "not_found"],
      [403, NO, "rejected"],
      [200, NO, "rejected"],
      [500, NO, UNKNOWN],
      [503, "", UNKNOWN],
      ...[408, 409, 425, 499].flatMap((status): [number, unknown, string][] => [
        [status, "", UNREADABLE],
        [status, NO, UNREADABLE],
      ]),
      // The other API's envelope.
      [201, { status: "success", data: ORDER }, UNREADABLE],
      [201, onchainSuccess({ ...ORDER, checkout_url: null }), UNREADABLE],
    ])("sends a creation once, and reports %i %j as %s", async (...row) => {
      const [status, body, verdict] = row
      reply(status, body)
      const error = await errorOf(create())
      expect(verdictOf(error)).toBe(verdict)
      expect(error.status).toBe(status)
    })

    // Faults of open connections are in transport-faults, on real sockets.
    const fault = (code: string, syscall?: string) =>
      Object.assign(new Error(), { code, syscall })
    it.each<[fault: Error, verdict: string]>([
      [fault("ETIMEDOUT", "read"), "timeout, retryable, ambiguous"],
      [fault("ETIMEDOUT", "connect"), "timeout, retryable"],
      [new errors.ConnectTimeoutError(), "timeout, retryable"],
      ...[
        "ECONNREFUSED",
        "ENOTFOUND",
        "CERT_HAS_EXPIRED",
        "HOSTNAME_MISMATCH",
        "UNABLE_TO_GET_ISSUER_CERT",
        "DEPTH_ZERO_SELF_SIGNED_CERT",
        "ERR_TLS_CERT_ALTNAME_INVALID",
        "ERR_SSL_WRONG_VERSION_NUMBER",
        "EPROTO",
      ].map((code): [Error, string] => [fault(code), "network, retryable"]),
    ])(
      "sends a creation once, and reports the fault %j as %s",
      async (fault, verdict) => {
        mocked.gateway.expect(...CREATION).replyWithError(fault)
        expect(verdictOf(await errorOf(create()))).toBe(verdict)
      }
    )
  })

  it("reports no ambiguous creation if the token request fails", async () => {
    mocked.gateway.expect("POST", "/api/v1/auth/verify").reply(500, "")
    const error = await errorOf(create())
    expect(error).toMatchObject({ code: "unavailable", ambiguous: false })
    expect(error.request).toEqual({
      method: "POST",
      path: "/api/v1/auth/verify",
    })
  })

  it.each<[string, object, string]>([
    ["an unknown chain", { chain: "polygon" }, "chain"],
    ["an unknown currency", { currency: "USD" }, "currency"],
    ["amount 0", { amount: "0" }, "amount"],
  ])("rejects %s without a request", async (_, change, field) => {
    const error = await errorOf(
      mocked.client.createOrder({ ...ORDER_INPUT, ...change })
    )
    expect(error).toMatchObject({ code: "invalid", ambiguous: false })
    expect(Object.keys(error.fields ?? {})).toEqual([field])
  })
})
