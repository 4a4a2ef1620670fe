import { BusinessOrderClient, MerchantCheckoutClient } from ".."
import type { ClientOptions } from ".."
import { TokenSource } from "../token-source"
import {
  answer,
  CREDENTIALS,
  errorOf,
  hostedSuccess,
  listen,
  onchainToken,
  onchainSuccess,
  ORDER,
  ORDER_INPUT,
  TRANSACTION,
  TRANSACTION_INPUT,
} from "./doubles"

const START = Date.parse("2026-01-01T00:00:00Z")
const VERIFY = "/verify"

/** Opens a gateway with a list of valid tokens and an adjustable clock. */
async function open(ttlMs = 3_600_000, options: Partial<ClientOptions> = {}) {
  const state = {
    now: START,
    issued: 0,
    good: new Set<string>(),
    refusing: 0,
    /** Status for an expired token. */
    rejection: 401,
  }
  const gateway = await listen((response, { path, headers }) => {
    const isHosted = path.startsWith("/merchant")
    if (path.endsWith(VERIFY)) {
      if (state.refusing > 0) {
        state.refusing -= 1
        answer(response, 500, "")
        return
      }
      state.issued += 1
      const access_token = `token_${state.issued}`
      state.good.add(access_token)
      const end = new Date(state.now + ttlMs).toISOString()
      answer(
        response,
        200,
        isHosted
          ? hostedSuccess({ access_token })
          : onchainToken(access_token, end)
      )
    } else if (!state.good.has(String(headers.authorization).slice(7))) {
      answer(response, state.rejection, {
        status: "error",
        message: "Unauthenticated.",
      })
    } else {
      answer(
        response,
        200,
        isHosted ? hostedSuccess(TRANSACTION) : onchainSuccess(ORDER)
      )
    }
  })
  const clientOptions = {
    ...CREDENTIALS,
    ...options,
    baseUrl: gateway.baseUrl,
    now: () => state.now,
  }
  const hosted = new MerchantCheckoutClient(clientOptions)
  const onchain = new BusinessOrderClient(clientOptions)
  return {
    state,
    createHosted: () => hosted.createTransaction(TRANSACTION_INPUT),
    createOnchain: () => onchain.createOrder(ORDER_INPUT),
    verify: () => onchain.verify(),
    /** Number of requests so far: for tokens, and all others. */
    count: () => {
      const tokens = gateway.requests.filter(({ path }) =>
        path.endsWith(VERIFY)
      ).length
      return { tokens, calls: gateway.requests.length - tokens }
    },
    close: async () => {
      await hosted.close()
      await onchain.close()
      await gateway.close()
    },
  }
}

describe("tokens", () => {
  let gateway: Awaited<ReturnType<typeof open>>
  const start = async (...settings: Parameters<typeof open>) => {
    gateway = await open(...settings)
  }
  const times = (n: number, call: () => Promise<unknown>) =>
    Promise.all(Array.from({ length: n }, call))

  afterEach(() => gateway.close())

  it.each(["createHosted", "createOnchain"] as const)(
    "sends one token request for 50 concurrent buyers with a cold cache (%s)",
    async (create) => {
      await start()
      await times(50, gateway[create])
      expect(gateway.count()).toEqual({ tokens: 1, calls: 50 })
    }
  )

  it("sends one request per call with a valid token", async () => {
    await start()
    await gateway.createOnchain()
    const before = gateway.count()
    await gateway.createOnchain()
    expect(gateway.count()).toEqual({ ...before, calls: before.calls + 1 })
  })

  it("renews shortly before the expiry, and not for each call", async () => {
    await start(3_600_000)
    await gateway.createOnchain()
    gateway.state.now = START + 3_600_000 - 31_000
    await gateway.createOnchain()
    expect(gateway.count()).toEqual({ tokens: 1, calls: 2 })
    gateway.state.now = START + 3_600_000 - 30_000
    await times(10, gateway.createOnchain)
    expect(gateway.count()).toEqual({ tokens: 2, calls: 12 })
  })

  it("uses a short-lived token for most of its lifetime", async () => {
    await start(10_000)
    await gateway.createOnchain()
    gateway.state.now = START + 8_999
    await gateway.createOnchain()
    expect(gateway.count().tokens).toBe(1)
    gateway.state.now = START + 9_000
    await gateway.createOnchain()
    expect(gateway.count().tokens).toBe(2)
  })

  it("requests no token per call if the clocks differ", async () => {
    await start(-60_000)
    await gateway.createOnchain()
    await gateway.createOnchain()
    expect(gateway.count()).toEqual({ tokens: 1, calls: 2 })
  })

  it("renews once for many rejections of one old token", async () => {
    await start()
    await gateway.createHosted()
    gateway.state.good.clear()
    await times(20, gateway.createHosted)
    expect(gateway.count()).toEqual({ tokens: 2, calls: 41 })
  })

  it("keeps the new token after a late rejection of the old one", async () => {
    await start()
    let issued = 0
    const source = new TokenSource(
      () => Promise.resolve({ accessToken: `token_${(issued += 1)}` }),
      Date.now
    )
    const old = await source.get()
    expect(await source.replace(old)).toBe("token_2")
    expect(await source.replace(old)).toBe("token_2")
    expect(await source.get()).toBe("token_2")
  })

  it.each([200, 403])(
    "replaces a token after one rejection with HTTP %i",
    async (status) => {
      await start()
      await gateway.createHosted()
      gateway.state.good.clear()
      gateway.state.rejection = status
      const rejected = await errorOf(gateway.createHosted())
      expect(rejected).toMatchObject({ code: "rejected", ambiguous: false })
      await gateway.createHosted()
      expect(gateway.count()).toEqual({ tokens: 2, calls: 3 })
    }
  )

  it("fails after a second rejection", async () => {
    await start()
    gateway.state.good.add = () => new Set()
    expect(await errorOf(gateway.createHosted())).toMatchObject({
      code: "unauthorized",
      ambiguous: false,
    })
    expect(gateway.count()).toEqual({ tokens: 2, calls: 2 })
  })

  it("fails all calls that wait for a failed token request, and none after it", async () => {
    await start()
    gateway.state.refusing = 1
    const outcomes = await Promise.allSettled(
      Array.from({ length: 10 }, gateway.createOnchain)
    )
    expect(outcomes.map(({ status }) => status)).toEqual(
      Array.from({ length: 10 }, () => "rejected")
    )
    expect(gateway.count()).toEqual({ tokens: 1, calls: 0 })
    await gateway.createOnchain()
    expect(gateway.count()).toEqual({ tokens: 2, calls: 1 })
  })

  it("keeps a valid token after a failed check of the credentials", async () => {
    await start()
    await gateway.createOnchain()
    gateway.state.refusing = 1
    await errorOf(gateway.verify())
    await gateway.createOnchain()
    expect(gateway.count()).toEqual({ tokens: 2, calls: 2 })
  })

  it("uses the token of a credentials check for later calls", async () => {
    await start()
    expect(await gateway.verify()).toMatchObject({ mode: "live" })
    await gateway.createOnchain()
    expect(gateway.count()).toEqual({ tokens: 1, calls: 1 })
  })
})
