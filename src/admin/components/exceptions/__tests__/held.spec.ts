import { EXCEPTION_KINDS } from "../../../../ledger/exceptions"
import { heldMoney } from "../../../../ledger/unassigned-money"
import { heldOf, isRefundable } from "../held"

const paid = {
  status: "paid",
  amount: "10.00",
  currency: "USDT",
  chain: "POLYGON",
} as const
const details = { ...paid, amount: "9.00" }

const exception = (kind: string) => ({
  kind,
  details,
  payment_id: "stpay_1",
})

it.each(EXCEPTION_KINDS)(
  "tells the merchant of %s what the ledger would send back",
  (kind) => {
    const held = heldOf(exception(kind))
    const ledger = heldMoney({ kind, details }, paid, [])
    if (held.what === "reported") {
      expect(held.coins).toMatchObject({ amount: "9.00", currency: "USDT" })
      expect(ledger?.amount).toBe("9.00")
    } else if (held.what === "payment") {
      // Real details contain the payment's amount. Here they differ on purpose.
      expect(ledger?.amount).toBe(paid.amount)
    } else {
      expect(held).not.toHaveProperty("coins")
    }
  }
)

it("offers live money of a test payment, and no simulated money of a live one", () => {
  const of = (mode: string) => ({
    ...exception("mode_mismatch"),
    details: { ...details, mode },
  })
  expect(heldOf(of("live"))).toMatchObject({
    what: "reported",
    coins: { amount: "9.00" },
  })
  expect(isRefundable(of("live"))).toBe(true)
  expect(isRefundable(of("test"))).toBe(false)
})

it("offers of a withheld refund no more than that refund", () => {
  const withheld = { ...details, withheld: "2.50" }
  expect(heldOf({ kind: "order_cancelled", details: withheld })).toEqual({
    what: "payment",
    coins: { amount: "2.50", currency: "USDT", chain: "POLYGON" },
  })
})

it("asks for the amount of money in a mode that is neither test nor live", () => {
  const other = { ...details, mode: "sandbox" }
  const reported = { ...exception("mode_mismatch"), details: other }
  expect(heldOf(reported)).toEqual({ what: "unconfirmed" })
  expect(isRefundable(reported)).toBe(true)
})

it("offers no refund where the refund is the question, and none without a payment", () => {
  const due = { ...exception("refund_due"), details: { refund_id: "stref_1" } }
  expect(isRefundable(due)).toBe(false)
  expect(isRefundable(exception("test_money"))).toBe(false)
  expect(isRefundable(exception("never_answered"))).toBe(true)
  expect(
    isRefundable({ ...exception("unreadable_event"), payment_id: null })
  ).toBe(false)
})

it("calls nothing held where Medusa could not settle what was never paid", () => {
  const unpaid = { ...exception("not_settled"), details: { status: "pending" } }
  expect(heldOf(unpaid)).toEqual({ what: "unpaid" })
})
