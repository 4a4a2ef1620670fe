import { MerchantCheckoutClient } from ".."
import {
  CREDENTIALS,
  errorOf,
  hostedSuccess,
  mockedClient,
  TRANSACTION_INPUT,
} from "./doubles"

const LISTING = ["GET", "/merchant/api/available-currencies"] as const
const NO = { status: "error", message: "The currency is not accepted." }

describe("MerchantCheckoutClient", () => {
  const mocked = mockedClient(MerchantCheckoutClient)

  const create = () => mocked.client.createTransaction(TRANSACTION_INPUT)

  describe("verify", () => {
    it("sends the contract's fields and returns the mode, test or live", async () => {
      const expectVerify = () =>
        mocked.gateway.agent
          .get(CREDENTIALS.baseUrl)
          .intercept({
            method: "POST",
            path: "/merchant/api/verify",
            body: (body) =>
              body.includes('"client_id"') && body.includes('"client_secret"'),
          })
          .reply(200, hostedSuccess({ access_token: "token_1" }))
      expectVerify()
      expect(await mocked.client.verify()).toEqual({ mode: "test" })
      expectVerify()
      const live = new MerchantCheckoutClient({
        ...CREDENTIALS,
        clientId: "live_client",
        dispatcher: mocked.gateway.agent,
      })
      expect(await live.verify()).toEqual({ mode: "live" })
    })

    it.each([
      [200, NO],
      [400, NO],
      [401, NO],
      [403, ""],
    ])(
      "reports rejected credentials as unauthorized (HTTP %i)",
      async (status, body) => {
        mocked.gateway
          .expect("POST", "/merchant/api/verify")
          .reply(status, body)
        const error = await errorOf(mocked.client.verify())
        expect(error).toMatchObject({
          code: "unauthorized",
          status,
          retryable: false,
          ambiguous: false,
        })
        expect(error.message).toMatch(/client id and the client secret/)
      }
    )

    it.each([
      ["no token", {}],
      ["a token that is no header's value", { access_token: "a\nb" }],
    ])("rejects %s", async (_, data) => {
      mocked.gateway
        .expect("POST", "/merchant/api/verify")
        .reply(200, hostedSuccess(data))
      const error = await errorOf(create())
      // Not ambiguous, since the creation was never sent.
      expect(error).toMatchObject({ code: "bad_answer", ambiguous: false })
      expect(error.message).toContain("data.access_token")
    })
  })

  describe("listCurrencies", () => {
    const currency = {
      code: "USDT",
      name: "Tether",
      symbol: "₮",
      is_default: true,
      checkout_methods_count: 1,
      checkout_methods: [
        {
          key: "wallet",
          display_name: "Wallet",
          behavior: "never seen before",
          is_default: true,
        },
      ],
    }

    it("returns what the checkout accepts", async () => {
      mocked.gateway.expectHostedToken()
      mocked.gateway
        .expect(...LISTING, { authorization: "Bearer token_1" })
        .reply(200, hostedSuccess({ currencies: [currency] }))
      const { checkout_methods: methods, code, name, symbol } = currency
      expect(await mocked.client.listCurrencies()).toEqual([
        { code, name, symbol, is_default: true, methods },
      ])
    })

    it.each([404, 405])(
      "is null for a variant without the listing (%i)",
      async (status) => {
        mocked.gateway.expectHostedToken()
        mocked.gateway.expect(...LISTING).reply(status, "Not here")
        expect(await mocked.client.listCurrencies()).toBeNull()
      }
    )

    it("reports a wrong base URL, and not a missing listing", async () => {
      mocked.gateway
        .expect("POST", "/merchant/api/verify")
        .reply(404, "Not here")
      const error = await errorOf(mocked.client.listCurrencies())
      expect(error).toMatchObject({ code: "not_found" })
      expect(error.request.path).toBe("/merchant/api/verify")
    })

    it.each([429, 502, 503, 504])("retries a transient %i", async (status) => {
      mocked.gateway.expectHostedToken()
      mocked.gateway.expect(...LISTING).reply(status, NO)
      mocked.gateway
        .expect(...LISTING)
        .reply(200, hostedSuccess({ currencies: [] }))
      expect(await mocked.client.listCurrencies()).toEqual([])
    })

    it("fails with the last response after the last retry", async () => {
      mocked.gateway.expectHostedToken()
      mocked.gateway
        .expect(...LISTING)
        .reply(503, "")
        .times(3)
      expect(await errorOf(mocked.client.listCurrencies())).toMatchObject({
        code: "unavailable",
        status: 503,
        retryable: true,
        ambiguous: false,
      })
    })
  })
})
