import { EXCEPTION_KINDS } from "../../../../ledger/exceptions"
import { unassignedMoney } from "../../../../ledger/unassigned-money"
import { isRefundable, isUncertain, moneyReceived } from "../money-received"

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
  "shows the merchant the ledger's refundable money of %s",
  (kind) => {
    const held = moneyReceived(exception(kind))
    const ledger = unassignedMoney({ kind, details }, paid, [])
    if (held.what === "reported" || held.what === "seen") {
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

it("offers a refund of live money, and none of simulated money", () => {
  const of = (mode: string) => ({
    ...exception("mode_mismatch"),
    details: { ...details, mode },
  })
  expect(moneyReceived(of("live"))).toMatchObject({
    what: "reported",
    coins: { amount: "9.00" },
  })
  expect(isRefundable(of("live"))).toBe(true)
  expect(isRefundable(of("test"))).toBe(false)
})

it("offers only the amount of a withheld refund", () => {
  const withheld = { ...details, withheld: "2.50" }
  expect(moneyReceived({ kind: "order_cancelled", details: withheld })).toEqual(
    {
      what: "payment",
      coins: { amount: "2.50", currency: "USDT", chain: "POLYGON" },
    }
  )
})

it("requires the amount of money in a mode other than test and live", () => {
  const other = { ...details, mode: "sandbox" }
  const reported = { ...exception("mode_mismatch"), details: other }
  expect(moneyReceived(reported)).toEqual({ what: "unconfirmed" })
  expect(isRefundable(reported)).toBe(true)
})

it("requires the amount of a transfer that may have paid the payment", () => {
  const kind = "transfer_after_end"
  const maybe = {
    ...exception(kind),
    details: { ...details, may_have_paid: "stpay_1" },
  }
  expect(isUncertain(maybe)).toBe(true)
  expect(isRefundable(maybe)).toBe(true)
  expect(unassignedMoney(maybe, paid, [])?.confirmed).toBe(false)
  expect(isUncertain(exception(kind))).toBe(false)
})

it("offers no refund for a refund due, and none without a payment", () => {
  const due = { ...exception("refund_due"), details: { refund_id: "stref_1" } }
  expect(isRefundable(due)).toBe(false)
  expect(isRefundable(exception("test_money"))).toBe(false)
  expect(isRefundable(exception("never_answered"))).toBe(true)
  expect(
    isRefundable({ ...exception("unreadable_event"), payment_id: null })
  ).toBe(false)
})

it("shows no received money for an unpaid payment that was not settled", () => {
  const unpaid = { ...exception("not_settled"), details: { status: "pending" } }
  expect(moneyReceived(unpaid)).toEqual({ what: "unpaid" })
})

it("tells money that only the network shows from money that it does not show", () => {
  expect(moneyReceived(exception("transfer_short"))).toMatchObject({
    what: "seen",
    coins: { amount: "9.00" },
  })
  for (const kind of ["chain_disagrees", "unproven"]) {
    expect(moneyReceived(exception(kind))).toEqual({ what: "unproven" })
    expect(isRefundable(exception(kind))).toBe(true)
    expect(isUncertain(exception(kind))).toBe(true)
  }
})
