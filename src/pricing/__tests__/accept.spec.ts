import {
  acceptPrices,
  coinProblem,
  rateOf,
  refusedPrices,
  type StoredPrice,
} from "../index"
import { http, NOW, pricing } from "./samples"

const MINUTE = 1 / 60
const SECOND = MINUTE / 60

/** A price, and how many hours after NOW its source reports it. */
type Answer = [value: string, hour: number]

const after = (hours: number) => new Date(NOW.getTime() + hours * 3600_000)

/** The stored price of a currency whose source gave some answers. */
function stored(code: string, answers: Answer[]): StoredPrice {
  const asked = { codes: [code], maxAge: 900 }
  let prices: Record<string, StoredPrice> = {}
  for (const [value, hour] of answers) {
    const read = { [code]: { value, at: after(hour).toISOString() } }
    prices = acceptPrices(prices, read, asked, after(hour))
  }
  return prices[code]!
}

const hourly = (value: string, from: number, to: number): Answer[] =>
  Array.from({ length: to - from + 1 }, (_, hour) => [value, from + hour])

const IN_STEPS: Answer[] = [
  ["1.08", 0],
  ["0.875", MINUTE],
  ["0.709", 2 * MINUTE],
]

describe("a price that jumps is refused", () => {
  const first: Answer = ["1.08", 0]

  it.each<[string, Answer[], string, string | null]>([
    ["not by a fifth", [first, ["1.296", 1]], "1.296", null],
    ["up", [first, ["1.297", 1]], "1.08", "1.297"],
    ["down", [first, ["0.86", 1]], "1.08", "0.86"],
    ["far", [first, ["108", 1]], "1.08", "108"],
    ["until it is back", [first, ["2", 1], ["1.09", 2]], "1.09", null],
    ["for a day", [first, ["2", 1], ["2", 25 - SECOND]], "1.08", "2"],
    ["no longer", [first, ["2", 1], ["2", 25]], "2", null],
    [
      "for another day, if it changes",
      [first, ...hourly("2", 1, 20), ["9", 25.5]],
      "1.08",
      "9",
    ],
    ["in steps", IN_STEPS, "0.875", "0.709"],
    [
      "in steps after a day",
      [...hourly("1.08", -24, -1), ...IN_STEPS],
      "0.875",
      "0.709",
    ],
    [
      "not in steps of days",
      [first, ["0.9", 24.5], ["0.88", 25], ["0.75", 48]],
      "0.75",
      null,
    ],
    [
      "not after a day without a price",
      [first, ["0.7", 24 + SECOND]],
      "0.7",
      null,
    ],
  ])("%s", (_name, answers, value, refused) => {
    const price = stored("eur", answers)
    expect([price.value, price.refused?.value ?? null]).toEqual([
      value,
      refused,
    ])
  })

  it("and the problem names the earlier prices", () => {
    expect(refusedPrices({ eur: stored("eur", IN_STEPS) })).toEqual([
      "EUR: 0.709 is refused, since it differs too much from 0.875 or 1.08.",
    ])
  })

  it("unless it is a coin's, which has lost its peg", () => {
    const usdc = stored("usdc", [
      ["1", -MINUTE],
      ["0.7", 0],
    ])
    const prices = [{ source: "a", prices: { usdc } }]
    const settings = pricing({ sources: [http("a", true)] })
    expect(coinProblem("USDC", settings, prices, NOW)).toBe("depegged")
  })
})

it.each<[number, boolean]>([
  [15, true],
  [16, false],
])("a price dated in the future is sold by for %d minutes: %p", (age, ok) => {
  const settings = pricing({ sources: [http("a")] })
  const read = { eur: { value: "1.08", at: "2099-01-01T15:00:00.000Z" } }
  const asked = { codes: ["eur"], maxAge: 900 }
  const first = acceptPrices({}, read, asked, NOW)
  const prices = acceptPrices(first, read, asked, after(10 * MINUTE))
  const fetched = [{ source: "a", prices }]
  expect(rateOf("eur", settings, fetched, after(age * MINUTE)).ok).toBe(ok)
})

it("only the prices of the currencies that are sold are kept", () => {
  const price = { value: "1", at: NOW.toISOString() }
  const asked = { codes: ["eur", "jpy"], maxAge: 900 }
  const before = { eur: price, try: price }
  expect(acceptPrices(before, {}, asked, NOW)).toEqual({ eur: price })
})
