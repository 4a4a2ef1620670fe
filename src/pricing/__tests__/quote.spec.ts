import fc from "fast-check"
import { amountOf, Decimal, isWorth, priceOf, type Quote } from "../index"
import { NOW, pricing } from "./samples"

describe("the amount due of a cart, rounded up to the cent", () => {
  it.each<[string, string, string, string]>([
    ["100", "1.0832", "0", "108.32"],
    ["100", "1.0832", "0.5", "108.87"],
    ["1500", "0.0066", "0", "9.90"],
    ["12.505", "3.2573", "0", "40.74"],
    ["0.001", "1", "0", "0.01"],
    ["10", "1.08000000001", "0", "10.81"],
    ["10", "1", "0", "10.00"],
  ])("%s at %s and a spread of %s %% is %s", (cart, rate, spread, amount) => {
    expect(amountOf(cart, { rate, spread })).toBe(amount)
  })

  it("is never less than the cart is worth, and less than a cent more", () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 10n ** 12n }),
        fc.bigInt({ min: 1n, max: 10n ** 12n }),
        fc.integer({ min: 0, max: 5000 }),
        (units, rateUnits, spreadUnits) => {
          const cart = new Decimal(String(units)).shiftedBy(-3).toFixed()
          const rate = new Decimal(String(rateUnits)).shiftedBy(-6).toFixed()
          const spread = new Decimal(spreadUnits).shiftedBy(-2).toFixed()
          const exact = new Decimal(cart)
            .times(rate)
            .times(new Decimal(100).plus(spread))
            .shiftedBy(-2)
          const over = new Decimal(amountOf(cart, { rate, spread })).minus(
            exact
          )
          expect(over.gte(0) && over.lt("0.01")).toBe(true)
        }
      ),
      { numRuns: 10_000 }
    )
  })
})

describe("the price of a purchase", () => {
  const settings = pricing({
    sources: [{ type: "fixed", rates: { eur: "1.0850" } }],
    spread: "0.5",
  })
  const euros = { id: "stquo_2", purchase_id: "cart_1", currency: "eur" }
  const shown: Quote = {
    ...euros,
    id: "stquo_1",
    rate: "1.05",
    spread: "0",
    sources: [],
    valid_until: "2026-11-27T16:01:00.000Z",
    locked_until: "2026-11-27T16:16:00.000Z",
  }

  it("is one coin for a dollar, without any source", () => {
    const dollars = { ...euros, currency: "usd" }
    expect(priceOf(dollars, null, pricing(), [], NOW)).toEqual({ kind: "par" })
  })

  it("is quoted for the time that the merchant chose, and as long to pay", () => {
    expect(priceOf(euros, null, settings, [], NOW)).toEqual({
      kind: "quoted",
      isNew: true,
      quote: {
        ...euros,
        rate: "1.085",
        spread: "0.5",
        sources: [{ source: "fixed", value: "1.0850", at: NOW.toISOString() }],
        valid_until: "2026-11-27T16:15:00.000Z",
        locked_until: "2026-11-27T16:30:00.000Z",
      },
    })
  })

  it("stays as it was shown, also when the rate has moved", () => {
    expect(priceOf(euros, shown, settings, [], NOW)).toEqual({
      kind: "quoted",
      isNew: false,
      quote: shown,
    })
  })

  it("is not known without a source", () => {
    expect(priceOf(euros, null, pricing(), [], NOW)).toEqual({
      kind: "none",
      reason: "no_source",
    })
  })
})

it.each<[string, string, string, boolean]>([
  ["108.00", "1.08", "0", true],
  ["107.99", "1.08", "0", false],
  ["107.99", "1.08", "1", true],
  ["106.92", "1.08", "1", true],
  ["106.91", "1.08", "1", false],
])(
  "%s for a cart of €100 at %s, with a tolerance of %s %%, is enough: %p",
  (amount, rate, tolerance, enough) => {
    const payment = { amount, cart_amount: "100" }
    expect(isWorth(payment, { rate, spread: "0" }, tolerance)).toBe(enough)
  }
)
