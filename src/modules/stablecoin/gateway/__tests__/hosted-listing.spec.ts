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
  const asked: PromiseWithResolvers<MerchantCurrency[] | null>[] = []
  const kept = new HostedListing(
    {
      listCurrencies: () => {
        const answer = withResolvers<MerchantCurrency[] | null>()
        asked.push(answer)
        return answer.promise
      },
    },
    () => clock.now
  )
  return {
    clock,
    asked,
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

describe("what the hosted checkout accepts", () => {
  it("is asked for once by all buyers who come at the same moment, and once a minute", async () => {
    const { clock, asked, codes } = listing()
    const buyers = [codes(), codes(), codes()]
    asked[0]!.resolve(listed("USDT"))
    expect(await Promise.all(buyers)).toEqual([["USDT"], ["USDT"], ["USDT"]])
    clock.now = MINUTE - 1
    expect(await codes()).toEqual(["USDT"])
    expect(asked).toHaveLength(1)
  })

  it("is told at once as it was known some minutes ago, and is renewed for the next buyer", async () => {
    const { clock, asked, codes } = listing()
    const first = codes()
    asked[0]!.resolve(listed("USDT"))
    await first

    clock.now = 9 * MINUTE
    const buyer = codes()
    // By then, everything that needs no response of the gateway has run.
    await new Promise(setImmediate)
    expect(asked).toHaveLength(2)
    asked[1]!.resolve(listed("USDC"))
    expect(await buyer).toEqual(["USDT"])
    expect(await codes()).toEqual(["USDC"])
  })

  it("is waited for when what is known is older than that", async () => {
    const { clock, asked, codes } = listing()
    const first = codes()
    asked[0]!.resolve(listed("USDT"))
    await first

    clock.now = 10 * MINUTE
    const buyer = codes()
    asked[1]!.resolve(listed("USDC"))
    expect(await buyer).toEqual(["USDC"])
  })

  it("stays what it was when the gateway fails, which is not asked again within the minute either", async () => {
    const { clock, asked, codes } = listing()
    const first = codes()
    asked[0]!.reject(new Error("The gateway is down."))
    expect(await first).toBeNull()
    expect(await codes()).toBeNull()
    expect(asked).toHaveLength(1)

    clock.now = MINUTE
    const second = codes()
    asked[1]!.resolve(listed("USDT"))
    expect(await second).toEqual(["USDT"])

    clock.now = 20 * MINUTE
    const third = codes()
    asked[2]!.reject(new Error("The gateway is down."))
    expect(await third).toEqual(["USDT"])
  })

  it("is nothing that anybody knows where the gateway has no listing, and nobody waits for it", async () => {
    const { clock, asked, codes } = listing()
    const first = codes()
    asked[0]!.resolve(null)
    expect(await first).toBeNull()

    clock.now = 5 * MINUTE
    expect(await codes()).toBeNull()
    expect(asked).toHaveLength(2)
  })

  it("does not keep a buyer who is in a hurry for longer than a moment", async () => {
    const { asked, codes } = listing()
    expect(await codes()).toBeNull()
    asked[0]!.resolve(listed("USDT"))
    await asked[0]!.promise
    expect(await codes()).toEqual(["USDT"])
    expect(asked).toHaveLength(1)
  })
})
