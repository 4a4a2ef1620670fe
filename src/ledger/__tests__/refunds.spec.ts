import fc from "fast-check"
import {
  differenceOf,
  fromMinorUnits,
  refundAddress,
  refundDueFor,
  refundTransfer,
  refusedRefund,
  sumOf,
  toMinorUnits,
  type Uses,
} from "../index"
import { payment } from "./samples"

const DOLLARS = payment()
const refunded = (amount: string, cart_amount: string | null = null) =>
  ({ kind: "refund", amount, cart_amount }) as const

describe("the refund due for a refund in Medusa", () => {
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
    // Zero is not a refund.
    ["12.50", "0", [], null],
    ["12.50", "-1", [], null],
    ["12.50", "0.004", [], null],
    // Half up, as at the start: a cart of 10.005 was paid with 10.01.
    ["10.01", "10.005", [], "10.01"],
    ["10.01", "5.0025", [], "5.00"],
    // Partial refunds that were rounded up leave a hundredth less for the last
    // one.
    ["10.01", "5.005", ["5.01"], "5.00"],
    ["0.02", "0.005", ["0.01"], "0.01"],
  ])("of %s: %s after %j is %p", (amount, requested, recorded, refund) => {
    const left = differenceOf(amount, sumOf(recorded))
    const parts = recorded.map((part) => refunded(part))
    expect(refundDueFor(DOLLARS, left, requested, parts)).toBe(refund)
  })

  it.each<[string, string[], string | null]>([
    ["100", [], "108.87"],
    ["50", [], "54.44"],
    ["50", ["50"], "54.43"],
    ["33.33", [], "36.29"],
    // The last part is what is left.
    ["33.34", ["33.33", "33.33"], "36.29"],
    ["0.01", ["33.33", "66.66"], "0.01"],
    ["100.01", [], null],
    ["100.02", [], null],
  ])(
    "of €100 that were paid with 108.87: €%s after %j is %p",
    (requested, earlier, refund) => {
      const euros = payment({
        amount: "108.87",
        cart_amount: "100",
        cart_currency: "eur",
        quote_id: "stquo_1",
      })
      let left = euros.amount
      const parts: Uses[number][] = []
      for (const cart_amount of earlier) {
        const amount = String(refundDueFor(euros, left, cart_amount, parts))
        parts.push(refunded(amount, cart_amount))
        left = differenceOf(left, amount)
      }
      expect(refundDueFor(euros, left, requested, parts)).toBe(refund)
    }
  )

  const parts = fc.array(fc.bigInt({ min: 1n, max: 10_000_000n }), {
    minLength: 1,
    maxLength: 12,
  })

  /** The next one, after those that are due. */
  const nextOf = (amount: string, due: string[], thousandths: bigint) =>
    refundDueFor(
      DOLLARS,
      differenceOf(amount, sumOf(due)),
      `${thousandths}e-3`,
      due.map((part) => refunded(part))
    )

  it("never adds up to more than was paid", () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 10_000_000n }),
        parts,
        (paid, requested) => {
          const amount = fromMinorUnits(paid)
          const due: string[] = []
          for (const part of requested) {
            const refund = nextOf(amount, due, part)
            if (refund) {
              due.push(refund)
            }
          }
          expect(toMinorUnits(sumOf(due)) <= paid).toBe(true)
        }
      )
    )
  })

  it("refunds a cart in full in parts, without a rejection for their rounding", () => {
    fc.assert(
      fc.property(parts, (thousandths) => {
        const whole = thousandths.reduce((total, each) => total + each, 0n)
        fc.pre(whole >= 5n)
        const amount = fromMinorUnits(toMinorUnits(`${whole}e-3`))
        const due: string[] = []
        for (const part of thousandths) {
          const refund = nextOf(amount, due, part)
          const requested = toMinorUnits(`${part}e-3`)
          const left = toMinorUnits(amount) - toMinorUnits(sumOf(due))
          // Nothing is due for a part below half a cent, or if earlier
          // roundings left nothing.
          if (requested > 0n && left > 0n) {
            expect(refund).toBe(
              fromMinorUnits(requested < left ? requested : left)
            )
          }
          if (refund) {
            due.push(refund)
          }
        }
      })
    )
  })
})

it.each(["paid", "pending"] as const)(
  "a refund in Medusa that exceeds the rest of a payment that is %s opens one exception",
  (status) => {
    const refund = { medusa_refund_id: "ref_1", cart_amount: "12.5" }
    expect(refusedRefund(payment({ status }), refund, "7.50")).toMatchObject({
      kind: "refund_problem",
      reason: "refused",
      key: "ref_1:refund_problem.refused",
      details: {
        status,
        cart_amount: "12.5",
        cart_currency: "usd",
        left: "7.50",
        currency: "USDT",
      },
    })
  }
)

const ADDRESS = "0x52908400098527886E0F7030069857D2E4169EE7"
const HASH = `0x${"aB".repeat(32)}`

describe("the recipient address of a refund", () => {
  it.each<[string | null, string, string | null]>([
    ["POLYGON", ADDRESS, ADDRESS],
    ["POLYGON", ` ${ADDRESS}\n`, ADDRESS],
    ["POLYGON", ADDRESS.slice(0, -1), null],
    ["POLYGON", `${ADDRESS}0`, null],
    ["POLYGON", ADDRESS.slice(2), null],
    ["POLYGON", ADDRESS.replace("5", "g"), null],
    ["POLYGON", HASH, null],
    ["POLYGON", "ada@example.com", null],
    ["POLYGON", "", null],
    [null, "ada@example.com", "ada@example.com"],
    [null, ` ${ADDRESS} `, ADDRESS],
    [null, "ab", null],
    [null, "   a   ", null],
    [null, "a".repeat(200), "a".repeat(200)],
    [null, "a".repeat(201), null],
    [null, "ada\u0000example", null],
    [null, "ada\nexample", null],
  ])("on %p: %j is %p", (chain, text, address) => {
    expect(refundAddress(chain, text)).toBe(address)
  })
})

describe("the transfer hash of a refund", () => {
  it.each<[string | null, string, string | null]>([
    ["BASE", HASH, HASH.toLowerCase()],
    ["BASE", ` ${HASH} `, HASH.toLowerCase()],
    ["BASE", HASH.slice(0, -1), null],
    ["BASE", `${HASH}0`, null],
    ["BASE", HASH.slice(2), null],
    ["BASE", ADDRESS, null],
    ["BASE", "sent", null],
    ["BASE", "", null],
    [null, HASH, HASH.toLowerCase()],
    [null, "Bank transfer 4711", "Bank transfer 4711"],
    [null, "  ", null],
    [null, "a".repeat(201), null],
  ])("on %p: %j is %p", (chain, text, transfer) => {
    expect(refundTransfer(chain, text)).toBe(transfer)
  })
})
