import fc from "fast-check"
import { fromMinorUnits, refundOwed, toMinorUnits } from "../index"

describe("what a refund owes the buyer", () => {
  it.each<[string, string, string[], string | null]>([
    ["12.50", "12.50", [], "12.50"],
    ["12.50", "5", [], "5.00"],
    ["12.50", "5", ["5.00"], "5.00"],
    ["12.50", "2.50", ["5.00", "5.00"], "2.50"],
    ["12.50", "2.51", ["5.00", "4.99"], "2.51"],
    // More than is left, and nothing left.
    ["12.50", "12.51", [], null],
    ["12.50", "100", [], null],
    ["12.50", "7.52", ["5.00"], null],
    ["12.50", "0.01", ["12.50"], null],
    // Nothing is no refund.
    ["12.50", "0", [], null],
    ["12.50", "-1", [], null],
    ["12.50", "0.004", [], null],
    // Half up, as at the start: a cart of 10.005 was paid with 10.01.
    ["10.01", "10.005", [], "10.01"],
    ["10.01", "5.0025", [], "5.00"],
    // Parts that each rounded up leave a hundredth less for the last one.
    ["10.01", "5.005", ["5.01"], "5.00"],
    ["0.02", "0.005", ["0.01"], "0.01"],
  ])("of %s: %s after %j is %p", (amount, asked, due, owed) => {
    expect(refundOwed({ amount }, asked, due)).toBe(owed)
  })

  const parts = fc.array(fc.bigInt({ min: 1n, max: 10_000_000n }), {
    minLength: 1,
    maxLength: 12,
  })

  it("never adds up to more than was paid, whatever is asked", () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 10_000_000n }),
        parts,
        (paid, asked) => {
          const amount = fromMinorUnits(paid)
          const due: string[] = []
          for (const thousandths of asked) {
            const owed = refundOwed({ amount }, `${thousandths}e-3`, due)
            if (owed) {
              due.push(owed)
            }
          }
          const sum = due.reduce(
            (total, each) => total + toMinorUnits(each),
            0n
          )
          expect(sum <= paid).toBe(true)
        }
      )
    )
  })

  it("is never refused for the rounding of its parts: a cart refunded piece by piece is refunded whole", () => {
    fc.assert(
      fc.property(parts, (thousandths) => {
        const whole = thousandths.reduce((total, each) => total + each, 0n)
        fc.pre(whole >= 5n)
        const amount = fromMinorUnits(toMinorUnits(`${whole}e-3`))
        const due: string[] = []
        for (const part of thousandths) {
          const owed = refundOwed({ amount }, `${part}e-3`, due)
          const asked = toMinorUnits(`${part}e-3`)
          const left =
            toMinorUnits(amount) -
            due.reduce((total, each) => total + toMinorUnits(each), 0n)
          // A part below half a cent, and one of which the roundings left nothing, owe nothing.
          if (asked > 0n && left > 0n) {
            expect(owed).toBe(fromMinorUnits(asked < left ? asked : left))
          }
          if (owed) {
            due.push(owed)
          }
        }
      })
    )
  })
})
