import {
  coinProblem,
  type PriceSource,
  rateOf,
  type SourcePrices,
} from "../index"
import { fetched, http, NOW, pricing } from "./samples"

const NAMES = ["a", "b", "c", "d"]
const sources = NAMES.map((name) => http(name))

/** Prices of EUR by the sources in order. */
const of = (...values: string[]): SourcePrices[] =>
  values.map((value, index) => fetched(NAMES[index]!, { eur: value }))

describe("a currency is sold at a price that enough sources agree on", () => {
  it.each<[string[], number, string, string]>([
    [["1.08"], 1, "1", "1.08"],
    // The median, which one wrong source does not move far.
    [["1.08", "1.081", "9"], 2, "1", "1.081"],
    [["1.08", "1.082"], 2, "1", "1.081"],
    [["1.08", "1.080000000001"], 2, "0", "disagree"],
    [["1.08", "1.08"], 2, "0", "1.08"],
    [["1", "1.01"], 2, "0.5", "1.005"],
    [["1", "1.01"], 2, "0.4", "disagree"],
    [["1", "2", "3"], 2, "1", "disagree"],
    [["1.08"], 2, "1", "stale"],
    [[], 1, "1", "no_source"],
  ])(
    "of %j, %d within %s %% are %s",
    (values, minSources, agreeWithin, rate) => {
      const settings = pricing({ sources, minSources, agreeWithin })
      const found = rateOf("eur", settings, of(...values), NOW)
      expect(found.ok ? found.value : found.reason).toBe(rate)
    }
  )

  it.each<[string, number, boolean]>([
    ["its own maximum age", 60, true],
    ["a second more", 61, false],
  ])("and counts a price until %s", (_name, secondsAgo, ok) => {
    const settings = pricing({ sources: [{ ...http("a"), maxAge: 60 }] })
    const prices = [fetched("a", { eur: "1.08" }, secondsAgo)]
    expect(rateOf("eur", settings, prices, NOW).ok).toBe(ok)
  })

  it("and neither a source that the merchant removed, nor a refused price", () => {
    const settings = pricing({ sources: [http("a")] })
    const since = NOW.toISOString()
    const refused = { value: "9", at: since, since }
    const { prices } = fetched("a", { eur: "1.08" })
    const jumped = { source: "a", prices: { eur: { ...prices.eur!, refused } } }
    const others = [fetched("old", { eur: "1.5" }), jumped]
    expect(rateOf("eur", settings, others, NOW)).toMatchObject({
      reason: "stale",
    })
  })

  it("and the merchant's own rate needs no other source", () => {
    const fixed = { type: "fixed" as const, rates: { aed: "0.2723" } }
    const settings = pricing({ sources: [fixed] })
    expect(rateOf("aed", settings, [], NOW)).toMatchObject({ value: "0.2723" })
  })
})

describe("a coin is offered while each source that prices it shows it near a dollar", () => {
  const ecb = { type: "ecb" as const }
  const fixed = { type: "fixed" as const, rates: { usdt: "1" } }
  const one = [http("a", true)]
  const two = [...one, http("b", true)]
  const usdc = (source: string, value: string, secondsAgo = 0) =>
    fetched(source, { usdc: value }, secondsAgo)

  it.each<[string, PriceSource[], SourcePrices[], number, string | null]>([
    ["at a dollar", one, [usdc("a", "1")], 1, null],
    ["at the limit", one, [usdc("a", "0.98")], 1, null],
    ["below it", one, [usdc("a", "0.9799")], 1, "depegged"],
    ["above it", one, [usdc("a", "1.0201")], 1, "depegged"],
    ["no source prices it", [ecb, fixed, http("a")], [], 1, null],
    ["its source is new", one, [], 1, "stale"],
    ["its source has no price", one, [fetched("a", {})], 1, "stale"],
    ["its price is old", one, [usdc("a", "0.9", 16 * 60)], 1, "stale"],
    [
      "sources disagree",
      two,
      [usdc("a", "0.9"), usdc("b", "0.87")],
      1,
      "disagree",
    ],
    ["one of two has a price", two, [usdc("a", "1")], 1, null],
    ["both are required", two, [usdc("a", "1")], 2, "stale"],
    ["no other source prices it", [ecb, ...one], [usdc("a", "1")], 2, null],
    ["and it is low", [ecb, ...one], [usdc("a", "0.9")], 2, "depegged"],
  ])("%s", (_name, sources, prices, minSources, problem) => {
    const settings = pricing({ sources, minSources })
    expect(coinProblem("USDC", settings, prices, NOW)).toBe(problem)
  })
})
