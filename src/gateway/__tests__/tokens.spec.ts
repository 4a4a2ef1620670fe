import { BusinessOrderClient, MerchantCheckoutClient } from ".."
import type { ClientOptions } from ".."
import { TokenSource } from "../token-source"
import {
  answer,
  CREDENTIALS,
  errorOf,
  hostedYes,
  listen,
  onchainToken,
  onchainYes,
  ORDER,
  ORDER_INPUT,
  TRANSACTION,
  TRANSACTION_INPUT,
} from "./doubles"

const START = Date.parse("2026-01-01T00:00:00Z")
const VERIFY = "/verify"

/** Opens a gateway with a list of valid tokens and an adjustable clock. */
async function open(ttlMs = 3_600_000, options: Partial<ClientOptions> = {}) {
  const state = { now: START, issued: 0, good: new Set<string>(), refusing: 0 }
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
        isHosted ? hostedYes({ access_token }) : onchainToken(access_token, end)
      )
    } else if (!state.good.has(String(headers.authorization).slice(7))) {
      answer(response, 401, { message: "Unauthenticated." })
    } else {
      answer(
        response,
        200,
        isHosted ? hostedYes(TRANSACTION) : onchainYes(ORDER)
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
    "50 buyers at once with a cold cache cost one token request (%s)",
    async (create) => {
      await start()
      await times(50, gateway[create])
      expect(gateway.count()).toEqual({ tokens: 1, calls: 50 })
    }
  )

  it("costs one request per call in steady state", async () => {
    await start()
    await gateway.createOnchain()
    const before = gateway.count()
    await gateway.createOnchain()
    expect(gateway.count()).toEqual({ ...before, calls: before.calls + 1 })
  })

  it("renews a little before the end, not at each call", async () => {
    await start(3_600_000)
    await gateway.createOnchain()
    gateway.state.now = START + 3_600_000 - 31_000
    await gateway.createOnchain()
    expect(gateway.count()).toEqual({ tokens: 1, calls: 2 })
    gateway.state.now = START + 3_600_000 - 30_000
    await times(10, gateway.createOnchain)
    expect(gateway.count()).toEqual({ tokens: 2, calls: 12 })
  })

  it("uses a short-lived token for most of its life", async () => {
    await start(10_000)
    await gateway.createOnchain()
    gateway.state.now = START + 8_999
    await gateway.createOnchain()
    expect(gateway.count().tokens).toBe(1)
    gateway.state.now = START + 9_000
    await gateway.createOnchain()
    expect(gateway.count().tokens).toBe(2)
  })

  it("does not ask for a token per call because the clocks differ", async () => {
    await start(-60_000)
    await gateway.createOnchain()
    await gateway.createOnchain()
    expect(gateway.count()).toEqual({ tokens: 1, calls: 2 })
  })

  it("a burst of refusals of one old token leads to one renewal", async () => {
    await start()
    await gateway.createHosted()
    gateway.state.good.clear()
    await times(20, gateway.createHosted)
    expect(gateway.count()).toEqual({ tokens: 2, calls: 41 })
  })

  it("a late refusal of the old token does not throw away the new one", async () => {
    await start()
    let issued = 0
    const source = new TokenSource(
      () => Promise.resolve({ accessToken: `token_${(issued += 1)}` }),
      Date.now
    )
    const old = await source.get()
    await expect(source.replace(old)).resolves.toBe("token_2")
    await expect(source.replace(old)).resolves.toBe("token_2")
    await expect(source.get()).resolves.toBe("token_2")
  })

  it("gives up after a second refusal", async () => {
    await start()
    gateway.state.good.add = () => new Set()
    await expect(errorOf(gateway.createHosted())).resolves.toMatchObject({
      code: "unauthorized",
      ambiguous: false,
    })
    expect(gateway.count()).toEqual({ tokens: 2, calls: 2 })
  })

  it("a failed token request fails all its waiters and none after them", async () => {
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

  it("a failed trial of the credentials leaves a good token in use", async () => {
    await start()
    await gateway.createOnchain()
    gateway.state.refusing = 1
    await errorOf(gateway.verify())
    await gateway.createOnchain()
    expect(gateway.count()).toEqual({ tokens: 2, calls: 2 })
  })

  it("the token of a trial is used afterwards", async () => {
    await start()
    await expect(gateway.verify()).resolves.toMatchObject({ mode: "live" })
    await gateway.createOnchain()
    expect(gateway.count()).toEqual({ tokens: 1, calls: 1 })
  })
})

it.each([200, 403])(
  "a token that ends with HTTP %i costs one refusal, not the rail",
  async (status) => {
    const tokens: string[] = []
    const gateway = await listen((response, { path, headers }) => {
      if (path.endsWith(VERIFY)) {
        answer(response, 200, hostedYes({ access_token: `t${tokens.length}` }))
      } else {
        tokens.push(String(headers.authorization))
        answer(
          response,
          tokens.length === 1 ? status : 200,
          tokens.length === 1
            ? { status: "error", message: "Token expired" }
            : hostedYes(TRANSACTION)
        )
      }
    })
    const client = new MerchantCheckoutClient({
      ...CREDENTIALS,
      baseUrl: gateway.baseUrl,
    })
    try {
      const refused = await errorOf(client.createTransaction(TRANSACTION_INPUT))
      expect(refused).toMatchObject({ code: "rejected", ambiguous: false })
      await client.createTransaction(TRANSACTION_INPUT)
      expect(new Set(tokens).size).toBe(2)
    } finally {
      await client.close()
      await gateway.close()
    }
  }
)
