import { testConnection } from ".."
import {
  answer,
  closersOfTests,
  CREDENTIALS,
  type Handler,
  hostedSuccess,
  listen,
  onchainToken,
  SECRET,
} from "./doubles"

const LISTING = [
  {
    code: "USDT",
    name: "Tether",
    symbol: "₮",
    is_default: true,
    checkout_methods_count: 1,
    checkout_methods: [
      {
        key: "wallet",
        display_name: "Wallet",
        behavior: "custodial",
        is_default: true,
        logo: "https://gateway.example/logo.svg",
      },
    ],
    network_fee: "0.1",
  },
]

describe("a connection test", () => {
  const closers = closersOfTests()

  async function open(handler: Handler) {
    const gateway = await listen(handler)
    closers.push(gateway.close)
    return gateway
  }

  it("reports the hosted mode, the currencies with their methods, and the clock skew", async () => {
    const gateway = await open((response, { path }) =>
      path.endsWith("/verify")
        ? answer(response, 200, hostedSuccess({ access_token: "token_1" }))
        : answer(response, 200, hostedSuccess({ currencies: LISTING }))
    )
    const { baseUrl } = gateway

    const test = await testConnection("hosted", { ...CREDENTIALS, baseUrl })

    expect(test).toEqual({
      ok: true,
      mode: "test",
      sandbox: false,
      expires_at: null,
      clock_skew_ms: expect.any(Number),
      currencies: [
        {
          code: "USDT",
          name: "Tether",
          symbol: "₮",
          is_default: true,
          methods: [
            {
              key: "wallet",
              display_name: "Wallet",
              behavior: "custodial",
              is_default: true,
            },
          ],
        },
      ],
    })
    expect(Math.abs((test.ok && test.clock_skew_ms) || 0)).toBeLessThan(2_000)
    expect(gateway.paths()).toEqual([
      "POST /merchant/api/verify",
      "GET /merchant/api/available-currencies",
    ])
  })

  it("reports the onchain mode, the token's expiry and a clock ten minutes behind", async () => {
    const { baseUrl } = await open((response) =>
      answer(response, 200, onchainToken("token_1"), {
        date: new Date(Date.now() - 600_000).toUTCString(),
      })
    )

    const test = await testConnection("onchain", { ...CREDENTIALS, baseUrl })

    expect(test).toMatchObject({
      ok: true,
      mode: "live",
      expires_at: "2099-01-01T00:00:00+00:00",
      currencies: null,
    })
    const skew = (test.ok && test.clock_skew_ms) || 0
    expect(skew).toBeGreaterThan(-602_000)
    expect(skew).toBeLessThan(-598_000)
  })

  it("reports no clock skew of a gateway without a date header", async () => {
    const { baseUrl } = await open((response) => {
      response.sendDate = false
      answer(response, 200, onchainToken("token_1"))
    })

    expect(
      await testConnection("onchain", { ...CREDENTIALS, baseUrl })
    ).toMatchObject({ ok: true, clock_skew_ms: null })
  })

  it("reports the problem and its remedy once, without a secret", async () => {
    const gateway = await open((response) =>
      answer(response, 401, { status: false, message: `No: ${SECRET}` })
    )
    const { baseUrl } = gateway

    const test = await testConnection("onchain", { ...CREDENTIALS, baseUrl })

    expect(test).toEqual({
      ok: false,
      code: "unauthorized",
      message:
        'POST /api/v1/auth/verify was not authorized (HTTP 401). The gateway says: "No: [hidden]"',
      remedy: "Check the client id and the client secret.",
    })
    expect(gateway.requests).toHaveLength(1)
  })

  it("sends no request to a private network if only public addresses are allowed", async () => {
    const gateway = await open((response) => answer(response, 200, {}))
    const { baseUrl } = gateway
    const options = { ...CREDENTIALS, baseUrl, addressScope: "public" as const }
    expect(await testConnection("hosted", options)).toMatchObject({
      ok: false,
      code: "private_address",
    })
    expect(gateway.requests).toEqual([])
  })

  it("times out if the gateway does not respond", async () => {
    const { baseUrl } = await open(() => undefined)

    expect(
      await testConnection("onchain", { ...CREDENTIALS, baseUrl })
    ).toMatchObject({ ok: false, code: "timeout" })
  }, 10_000)
})
