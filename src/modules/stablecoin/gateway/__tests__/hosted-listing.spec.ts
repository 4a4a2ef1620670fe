import type { MerchantCurrency } from "../../../../gateway"
import { HostedListing } from "../hosted-listing"

const MINUTE = 60_000

const listed = (...codes: string[]): MerchantCurrency[] =>
  codes.map((code) => ({
    code,
    name: code,
    symbol: code,
    is_default: false,
    checkout_methods_count: 0,
    checkout_methods: [],
  }))

/** A listing of a gateway whose responses the test controls. */
function listing() {
  const clock = { now: 0 }
  const requests: PromiseWithResolvers<MerchantCurrency[] | null>[] = []
  const kept = new HostedListing(
    {
      listCurrencies: () => {
        const answer = withResolvers<MerchantCurrency[] | null>()
        requests.push(answer)
        return answer.promise
      },
    },
    () => clock.now
  )
  return {
    clock,
    requests,
    codes: async () => (await kept.get())?.map(({ code }) => code) ?? null,
  }
}

type PromiseWithResolvers<T> = {
  promise: Promise<T>
  resolve: (answer: T) => void
  reject: (error: Error) => void
}

function withResolvers<T>(): PromiseWithResolvers<T> {
  let resolve!: PromiseWithResolvers<T>["resolve"]
  let reject!: PromiseWithResolvers<T>["reject"]
  const promise = new Promise<T>((...both) => {
    ;[resolve, reject] = both
  })
  return { promise, resolve, reject }
}

describe("the listing of the hosted checkout", () => {
  it("is requested once for concurrent buyers, and once a minute", async () => {
    const { clock, requests, codes } = listing()
    const buyers = [codes(), codes(), codes()]
    requests[0]!.resolve(listed("USDT"))
    expect(await Promise.all(buyers)).toEqual([["USDT"], ["USDT"], ["USDT"]])
    clock.now = MINUTE - 1
    expect(await codes()).toEqual(["USDT"])
    expect(requests).toHaveLength(1)
  })

  it("is served from the cache for minutes, and refreshed for the next buyer", async () => {
    const { clock, requests, codes } = listing()
    const first = codes()
    requests[0]!.resolve(listed("USDT"))
    await first

    clock.now = 9 * MINUTE
    const buyer = codes()
    // By then, everything that needs no response of the gateway has run.
    await new Promise(setImmediate)
    expect(requests).toHaveLength(2)
    requests[1]!.resolve(listed("USDC"))
    expect(await buyer).toEqual(["USDT"])
    expect(await codes()).toEqual(["USDC"])
  })

  it("is awaited when the cached one is too old", async () => {
    const { clock, requests, codes } = listing()
    const first = codes()
    requests[0]!.resolve(listed("USDT"))
    await first

    clock.now = 10 * MINUTE
    const buyer = codes()
    requests[1]!.resolve(listed("USDC"))
    expect(await buyer).toEqual(["USDC"])
  })

  it("stays cached when the gateway fails, without a retry within the minute", async () => {
    const { clock, requests, codes } = listing()
    const first = codes()
    requests[0]!.reject(new Error("The gateway is down."))
    expect(await first).toBeNull()
    expect(await codes()).toBeNull()
    expect(requests).toHaveLength(1)

    clock.now = MINUTE
    const second = codes()
    requests[1]!.resolve(listed("USDT"))
    expect(await second).toEqual(["USDT"])

    clock.now = 20 * MINUTE
    const third = codes()
    requests[2]!.reject(new Error("The gateway is down."))
    expect(await third).toEqual(["USDT"])
  })

  it("is null without waiting if the gateway has no listing", async () => {
    const { clock, requests, codes } = listing()
    const first = codes()
    requests[0]!.resolve(null)
    expect(await first).toBeNull()

    clock.now = 5 * MINUTE
    expect(await codes()).toBeNull()
    expect(requests).toHaveLength(2)
  })

  it("delays a buyer only for a moment", async () => {
    const { requests, codes } = listing()
    expect(await codes()).toBeNull()
    requests[0]!.resolve(listed("USDT"))
    await requests[0]!.promise
    expect(await codes()).toEqual(["USDT"])
    expect(requests).toHaveLength(1)
  })
})
