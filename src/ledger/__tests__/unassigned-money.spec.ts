import {
  EXCEPTION_KINDS,
  heldMoney,
  isAboutOtherMoney,
  PAYMENT_STATUSES,
  type RefundOfHeld,
  refundOfHeld,
} from ".."
import { payment } from "./samples"

const OTHER = [
  "amount_mismatch",
  "currency_mismatch",
  "chain_mismatch",
  "gateway_id_mismatch",
  "paid_twice",
  "unknown_payment",
] as const

/** Exceptions without held money, at least once their payment is paid. */
const HOLD_NO_PAID_MONEY = [
  "mode_mismatch",
  "transfer_reused",
  "test_money",
  "amount_due_changed",
]

const REPORTED = { amount: "3.00", currency: "USDC", chain: "BASE" }

const MORE_THAN_HELD: RefundOfHeld = { refused: "exceeds_held" }

describe("what a merchant holds because of an exception", () => {
  it.each(OTHER)(
    "%s: what it reports, whatever became of its payment",
    (kind) => {
      const exception = { kind, details: { ...REPORTED, tx_hash: "0x1" } }
      expect(isAboutOtherMoney(exception)).toBe(true)
      for (const status of ["pending", "paid"] as const) {
        expect(heldMoney(exception, payment({ status }), ["12.50"])).toEqual({
          ...REPORTED,
          confirmed: true,
        })
      }
    }
  )

  describe.each(
    EXCEPTION_KINDS.filter(
      (kind) =>
        !OTHER.some((other) => other === kind) &&
        !HOLD_NO_PAID_MONEY.includes(kind)
    )
  )("%s", (kind) => {
    const exception = { kind, details: REPORTED }

    it.each(PAYMENT_STATUSES)(
      "what is left of its payment, confirmed only if that is paid: it is %s",
      (status) => {
        const own = {
          amount: "12.50",
          currency: "USDT",
          chain: "POLYGON",
          confirmed: status === "paid",
        }
        const asked = payment({ status })
        expect(heldMoney(exception, asked, [])).toEqual(own)
        expect(heldMoney(exception, asked, ["5.00", "7.49"])).toEqual({
          ...own,
          amount: "0.01",
        })
        expect(heldMoney(exception, asked, ["5.00", "7.50"])).toBeNull()
      }
    )

    it("nothing without a payment", () => {
      expect(heldMoney(exception, null, [])).toBeNull()
    })
  })

  it.each([
    [{ excess: "7.50" }, "12.50", [], "7.50"],
    [{ excess: "7.50" }, "12.50", ["10.00"], "2.50"],
    [{}, "12.50", [], undefined],
  ])(
    "of an order that was edited it is what came too much: %j",
    (details, amount, refunded, held) => {
      const exception = {
        kind: "amount_due_changed",
        details: { ...REPORTED, ...details },
      }
      const paid = payment({ status: "paid", amount })
      expect(heldMoney(exception, paid, refunded)?.amount).toBe(held)
    }
  )

  it.each([
    ["10.00", [], [], "10.00"],
    ["10.00", ["4.00"], ["4.00"], "6.00"],
    // Money refunded because of another exception.
    ["10.00", ["4.00"], [], "8.50"],
    ["10.00", ["10.00"], ["10.00"], undefined],
  ])(
    "of a withheld refund of %s it is its amount, less what was sent back for it",
    (withheld, refunded, resolving, held) => {
      const details = { ...REPORTED, withheld }
      const exception = { kind: "order_cancelled", details }
      const paid = payment({ status: "paid", amount: "12.50" })
      expect(heldMoney(exception, paid, refunded, resolving)?.amount).toBe(held)
    }
  )

  it("test money is nothing: no coins moved", () => {
    const exception = { kind: "test_money", details: REPORTED }
    for (const status of PAYMENT_STATUSES) {
      expect(heldMoney(exception, payment({ status }), [])).toBeNull()
    }
  })

  it.each(PAYMENT_STATUSES)(
    "a live event of a test payment is money of its own, which goes back as it came: the payment is %s",
    (status) => {
      const details = { ...REPORTED, mode: "live" }
      const exception = { kind: "mode_mismatch", details }
      expect(isAboutOtherMoney(exception)).toBe(true)
      expect(heldMoney(exception, payment({ status }), ["12.50"])).toEqual({
        ...REPORTED,
        confirmed: true,
      })
    }
  )

  it.each(PAYMENT_STATUSES)(
    "a test event holds nothing, since no coins moved: the payment is %s",
    (status) => {
      const details = { ...REPORTED, mode: "test" }
      const live = payment({ status, mode: "live" })
      expect(heldMoney({ kind: "mode_mismatch", details }, live, [])).toBeNull()
    }
  )

  it.each(["sandbox", "production", null])(
    "an event in mode %j may be money, so that the merchant says what came",
    (mode) => {
      const exception = {
        kind: "mode_mismatch",
        details: { ...REPORTED, mode },
      }
      for (const status of PAYMENT_STATUSES) {
        expect(heldMoney(exception, payment({ status }), ["12.50"])).toEqual({
          ...REPORTED,
          confirmed: false,
        })
      }
    }
  )

  it.each(PAYMENT_STATUSES)(
    "a transfer of another payment confirms no coins, so that the merchant says what came: the payment is %s",
    (status) => {
      const exception = { kind: "transfer_reused", details: REPORTED }
      expect(heldMoney(exception, payment({ status }), ["5.00"])).toEqual({
        amount: "7.50",
        currency: "USDT",
        chain: "POLYGON",
        confirmed: false,
      })
    }
  )

  it.each<[string, Record<string, string | null> | null]>([
    ["no details", null],
    [
      "no amount, as a foreign id of an unpaid event",
      { gateway_id: "order-2" },
    ],
    ["no coin", { amount: "3.00" }],
    ["an amount that is none", { amount: "three", currency: "USDT" }],
    ["nothing", { amount: "0.00", currency: "USDT" }],
    ["less than nothing", { amount: "-3", currency: "USDT" }],
  ])("is nothing that can be sent back with %s", (_, details) => {
    const exception = { kind: "gateway_id_mismatch", details }
    expect(heldMoney(exception, payment({ status: "paid" }), [])).toBeNull()
  })

  it("is exact: more decimals than ours are not rounded away", () => {
    const details = { amount: "10.005", currency: "USDT", chain: null }
    const exception = { kind: "amount_mismatch", details }
    expect(heldMoney(exception, payment(), [])).toMatchObject(details)
  })
})

describe("a refund of held money", () => {
  it.each<[string, string | undefined, RefundOfHeld]>([
    ["3.00", undefined, { amount: "3.00" }],
    ["10.005", undefined, { amount: "10.005" }],
    ["3.00", "3", { amount: "3.00" }],
    ["3.00", "3.00", { amount: "3.00" }],
    ["3.00", "0.01", { amount: "0.01" }],
    ["3.00", "3.01", MORE_THAN_HELD],
    ["10.005", "10.01", MORE_THAN_HELD],
    ["3.00", "100", MORE_THAN_HELD],
    ["3.00", "0", MORE_THAN_HELD],
    ["3.00", "-1", MORE_THAN_HELD],
  ])("of %s, asked for %p, is %p", (amount, asked, owed) => {
    expect(refundOfHeld({ amount, confirmed: true }, asked)).toEqual(owed)
  })

  it.each<[string | undefined, RefundOfHeld]>([
    [undefined, { refused: "amount_required" }],
    ["3", { amount: "3.00" }],
    ["0.01", { amount: "0.01" }],
    ["3.01", MORE_THAN_HELD],
    ["0", MORE_THAN_HELD],
  ])("that nobody confirmed, asked for %p of 3.00, is %p", (asked, owed) => {
    const held = { amount: "3.00", confirmed: false }
    expect(refundOfHeld(held, asked)).toEqual(owed)
  })
})
