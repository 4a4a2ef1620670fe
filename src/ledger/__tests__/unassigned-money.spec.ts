import {
  EXCEPTION_KINDS,
  unassignedMoney,
  isAboutOtherMoney,
  PAYMENT_STATUSES,
  type RefundOfHeld,
  refundOfUnassigned,
} from ".."
import { payment } from "./samples"

const OTHER = [
  "amount_mismatch",
  "currency_mismatch",
  "chain_mismatch",
  "gateway_id_mismatch",
  "paid_twice",
  "unknown_payment",
  "transfer_short",
  "transfer_over",
  "transfer_wrong_network",
  "transfer_wrong_coin",
  "transfer_after_end",
  "transfer_unmatched",
] as const

/** Kinds about a paid payment whose coins may not have arrived. */
const UNCERTAIN: readonly string[] = [
  "transfer_reused",
  "chain_disagrees",
  "unproven",
]
/** Exceptions without held money, at least once their payment is paid. */
const HOLD_NO_PAID_MONEY = [
  "mode_mismatch",
  "transfer_reused",
  "test_money",
  "refund_contradicted",
  "amount_due_changed",
]

const REPORTED = { amount: "3.00", currency: "USDC", chain: "BASE" }

const MORE_THAN_HELD: RefundOfHeld = { refused: "exceeds_held" }

describe("the money that a merchant holds because of an exception", () => {
  it.each(OTHER)(
    "%s: the reported money, for any status of its payment",
    (kind) => {
      const exception = { kind, details: { ...REPORTED, tx_hash: "0x1" } }
      expect(isAboutOtherMoney(exception)).toBe(true)
      for (const status of ["pending", "paid"] as const) {
        expect(
          unassignedMoney(exception, payment({ status }), ["12.50"])
        ).toEqual({
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
      "the rest of its payment, confirmed only if it is paid: it is %s",
      (status) => {
        const own = {
          amount: "12.50",
          currency: "USDT",
          chain: "POLYGON",
          confirmed: status === "paid" && !UNCERTAIN.includes(kind),
        }
        const requested = payment({ status })
        expect(unassignedMoney(exception, requested, [])).toEqual(own)
        expect(unassignedMoney(exception, requested, ["5.00", "7.49"])).toEqual(
          {
            ...own,
            amount: "0.01",
          }
        )
        expect(
          unassignedMoney(exception, requested, ["5.00", "7.50"])
        ).toBeNull()
      }
    )

    it("is nothing without a payment", () => {
      expect(unassignedMoney(exception, null, [])).toBeNull()
    })
  })

  it.each([
    [{ excess: "7.50" }, "12.50", [], "7.50"],
    [{ excess: "7.50" }, "12.50", ["10.00"], "2.50"],
    [{}, "12.50", [], undefined],
  ])(
    "of an edited order it is the excess: %j",
    (details, amount, refunded, held) => {
      const exception = {
        kind: "amount_due_changed",
        details: { ...REPORTED, ...details },
      }
      const paid = payment({ status: "paid", amount })
      expect(unassignedMoney(exception, paid, refunded)?.amount).toBe(held)
    }
  )

  it.each([
    ["10.00", [], [], "10.00"],
    ["10.00", ["4.00"], ["4.00"], "6.00"],
    // Money refunded because of another exception.
    ["10.00", ["4.00"], [], "8.50"],
    ["10.00", ["10.00"], ["10.00"], undefined],
  ])(
    "of a withheld refund of %s it is its unrefunded amount",
    (withheld, refunded, resolving, held) => {
      const details = { ...REPORTED, withheld }
      const exception = { kind: "order_cancelled", details }
      const paid = payment({ status: "paid", amount: "12.50" })
      expect(
        unassignedMoney(exception, paid, refunded, resolving)?.amount
      ).toBe(held)
    }
  )

  it.each(["test_money", "refund_contradicted"])(
    "is nothing for %s",
    (kind) => {
      const exception = { kind, details: REPORTED }
      for (const status of PAYMENT_STATUSES) {
        expect(unassignedMoney(exception, payment({ status }), [])).toBeNull()
      }
    }
  )

  it.each(PAYMENT_STATUSES)(
    "is the reported money for a live event of a %s test payment",
    (status) => {
      const details = { ...REPORTED, mode: "live" }
      const exception = { kind: "mode_mismatch", details }
      expect(isAboutOtherMoney(exception)).toBe(true)
      expect(
        unassignedMoney(exception, payment({ status }), ["12.50"])
      ).toEqual({
        ...REPORTED,
        confirmed: true,
      })
    }
  )

  it.each(PAYMENT_STATUSES)(
    "is nothing for a test event, since no coins moved: the payment is %s",
    (status) => {
      const details = { ...REPORTED, mode: "test" }
      const live = payment({ status, mode: "live" })
      expect(
        unassignedMoney({ kind: "mode_mismatch", details }, live, [])
      ).toBeNull()
    }
  )

  it.each(["sandbox", "production", null])(
    "is unconfirmed for an event in mode %j, so that the merchant enters the amount",
    (mode) => {
      const exception = {
        kind: "mode_mismatch",
        details: { ...REPORTED, mode },
      }
      for (const status of PAYMENT_STATUSES) {
        expect(
          unassignedMoney(exception, payment({ status }), ["12.50"])
        ).toEqual({
          ...REPORTED,
          confirmed: false,
        })
      }
    }
  )

  it.each(PAYMENT_STATUSES)(
    "is unconfirmed for a transfer of another payment: the payment is %s",
    (status) => {
      const exception = { kind: "transfer_reused", details: REPORTED }
      expect(unassignedMoney(exception, payment({ status }), ["5.00"])).toEqual(
        {
          amount: "7.50",
          currency: "USDT",
          chain: "POLYGON",
          confirmed: false,
        }
      )
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
    ["an amount of zero", { amount: "0.00", currency: "USDT" }],
    ["a negative amount", { amount: "-3", currency: "USDT" }],
  ])("is nothing with %s", (_, details) => {
    const exception = { kind: "gateway_id_mismatch", details }
    expect(
      unassignedMoney(exception, payment({ status: "paid" }), [])
    ).toBeNull()
  })

  it("is exact: additional decimals are not rounded", () => {
    const details = { amount: "10.005", currency: "USDT", chain: null }
    const exception = { kind: "amount_mismatch", details }
    expect(unassignedMoney(exception, payment(), [])).toMatchObject(details)
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
  ])("of %s, with %p requested, is %p", (amount, requested, refund) => {
    expect(refundOfUnassigned({ amount, confirmed: true }, requested)).toEqual(
      refund
    )
  })

  it.each<[string | undefined, RefundOfHeld]>([
    [undefined, { refused: "amount_required" }],
    ["3", { amount: "3.00" }],
    ["0.01", { amount: "0.01" }],
    ["3.01", MORE_THAN_HELD],
    ["0", MORE_THAN_HELD],
  ])(
    "of unconfirmed money, with %p of 3.00 requested, is %p",
    (requested, refund) => {
      const held = { amount: "3.00", confirmed: false }
      expect(refundOfUnassigned(held, requested)).toEqual(refund)
    }
  )
})
