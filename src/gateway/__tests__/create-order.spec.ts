import { errors } from "undici"
import { BusinessOrderClient } from ".."
import {
  errorOf,
  mockedClient,
  onchainSuccess,
  ORDER,
  ORDER_INPUT,
} from "./doubles"

const CREATION = ["POST", "/api/v1/transactions"] as const

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

    it.each<[string, number, unknown, object]>([
      [
        "a 422",
        422,
        {
          status: false,
          message: "Invalid",
          errors: { chain: ["not enabled"] },
        },
        {
          code: "invalid",
          said: "Invalid",
          fields: { chain: ["not enabled"] },
        },
      ],
      ["a 404", 404, { status: false }, { code: "not_found" }],
      ["another 4xx", 403, { status: false }, { code: "rejected" }],
      ["a rejection with 200", 200, { status: false }, { code: "rejected" }],
    ])(
      "reports that no order was created after %s",
      async (_, status, body, expected) => {
        reply(status, body)
        expect(await errorOf(create())).toMatchObject({
          ...expected,
          status,
          ambiguous: false,
        })
      }
    )

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

    it.each<[string, number, unknown, string]>([
      [
        "a 500 with a rejection",
        500,
        { status: false, message: "No" },
        "unavailable",
      ],
      ["a 503", 503, "", "unavailable"],
      ...[408, 409, 425, 499].flatMap(
        (status): [string, number, unknown, string][] => [
          [`a ${status}`, status, "", "bad_answer"],
          [
            `a ${status} with a rejection`,
            status,
            { status: false, message: "No" },
            "bad_answer",
          ],
        ]
      ),
      [
        "the other API's envelope",
        201,
        { status: "success", data: ORDER },
        "bad_answer",
      ],
      [
        "no checkout_url",
        201,
        onchainSuccess({ ...ORDER, checkout_url: null }),
        "bad_answer",
      ],
    ])(
      "reports an ambiguous creation after %s",
      async (_, status, body, code) => {
        reply(status, body)
        expect(await errorOf(create())).toMatchObject({
          code,
          status,
          ambiguous: true,
        })
      }
    )

    // Faults of open connections are in transport-faults, on real sockets.
    const fault = (code: string, syscall?: string) =>
      Object.assign(new Error(), { code, syscall })
    it.each<[what: string, fault: Error, code: string, ambiguous: boolean]>([
      ["a kernel timeout", fault("ETIMEDOUT", "read"), "timeout", true],
      ["a refused connection", fault("ECONNREFUSED"), "network", false],
      ["a connect timeout", new errors.ConnectTimeoutError(), "timeout", false],
      [
        "a kernel timeout on connect",
        fault("ETIMEDOUT", "connect"),
        "timeout",
        false,
      ],
      ["an unknown host", fault("ENOTFOUND", "getaddrinfo"), "network", false],
      ...[
        "CERT_HAS_EXPIRED",
        "HOSTNAME_MISMATCH",
        "UNABLE_TO_GET_ISSUER_CERT",
        "DEPTH_ZERO_SELF_SIGNED_CERT",
        "ERR_TLS_CERT_ALTNAME_INVALID",
        "ERR_SSL_WRONG_VERSION_NUMBER",
        "EPROTO",
      ].map((code): [string, Error, string, boolean] => [
        `the TLS fault ${code}`,
        fault(code),
        "network",
        false,
      ]),
    ])(
      "sends a creation once and reports after %s whether it is ambiguous",
      async (_, fault, code, ambiguous) => {
        mocked.gateway.expect(...CREATION).replyWithError(fault)
        expect(await errorOf(create())).toMatchObject({
          code,
          ambiguous,
          retryable: true,
        })
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
