import fc from "fast-check"
import { coinsOf, decimalsOf, fromMinorUnits, worthOf } from "../index"
import { payment } from "./samples"

const priced = (amount: string, cart_amount: string, cart_currency: string) =>
  payment({ amount, cart_amount, cart_currency, quote_id: "stquo_1" })

it.each<[string, string, string, string, string]>([
  ["108.87", "100", "eur", "50", "54.44"],
  ["108.87", "100", "eur", "0.01", "0.01"],
  ["9.90", "1500", "jpy", "1500", "9.90"],
  ["9.90", "1500", "jpy", "1", "0.01"],
  ["40.74", "12.505", "kwd", "0.005", "0.02"],
  // Less than half a cent.
  ["31.00", "500000", "idr", "80", "0.01"],
  ["31.00", "500000", "idr", "0", "0.00"],
])(
  "%s for %s %s: %s of it is %s in coins",
  (amount, cart, code, sum, coins) => {
    expect(coinsOf(priced(amount, cart, code), sum)).toBe(coins)
  }
)

it.each<[string, string, string, string, string]>([
  ["108.87", "100", "eur", "54.44", "50.00"],
  ["9.90", "1500", "jpy", "0.01", "2"],
  ["40.74", "12.505", "kwd", "40.74", "12.505"],
  ["40.74", "12.505", "kwd", "0.01", "0.003"],
])(
  "%s for %s %s: %s of the coins is worth %s",
  (amount, cart, code, coins, worth) => {
    expect(worthOf(priced(amount, cart, code), coins)).toBe(worth)
  }
)

it("the whole is exact in both directions", () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 1n, max: 10n ** 12n }),
      fc.bigInt({ min: 1n, max: 10n ** 12n }),
      (coins, units) => {
        const amount = fromMinorUnits(coins)
        const cart = fromMinorUnits(units)
        const each = priced(amount, cart, "eur")
        expect(coinsOf(each, cart)).toBe(amount)
        expect(worthOf(each, amount)).toBe(cart)
      }
    ),
    { numRuns: 1_000 }
  )
})

it("parts from before a deposit was assigned count with the price of its payment", () => {
  const euros = priced("108.87", "100", "eur")
  const earlier = [
    { kind: "refund", amount: "54.44", cart_amount: null },
    { kind: "capture", amount: "0.00", cart_amount: null },
  ] as const
  expect(worthOf(euros, "54.43", earlier)).toBe("50.00")
  expect(coinsOf(euros, "50", earlier)).toBe("54.43")
})

it("a dollar stays a coin, which has cents", () => {
  expect(coinsOf(payment(), "10.005")).toBe("10.01")
  expect(coinsOf(payment(), "10.004")).toBe("10.00")
  expect(worthOf(payment(), "10.005")).toBe("10.005")
})

it.each<[string, number]>([
  ["usd", 2],
  ["jpy", 0],
  ["kwd", 3],
  ["x1", 2],
])("%s has %d decimals", (code, digits) => {
  expect(decimalsOf(code)).toBe(digits)
})
