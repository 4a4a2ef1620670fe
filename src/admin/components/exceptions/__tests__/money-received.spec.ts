import { EXCEPTION_KINDS } from "../../../../ledger/exceptions"
import { heldMoney } from "../../../../ledger/held-money"
import { deposit, payment, uses } from "../../../../ledger/__tests__/samples"
import { moneyReceived } from "../money-received"

const details = {
  status: "paid",
  amount: "12.50",
  currency: "USDT",
  chain: "POLYGON",
} as const

const exception = (kind: string) => ({ kind, details })

it.each(EXCEPTION_KINDS)(
  "shows no other sum of %s than the ledger's refundable money",
  (kind) => {
    const received = moneyReceived(exception(kind))
    const known = { deposit: deposit(), balance: uses({}) }
    const held = heldMoney(
      exception(kind),
      known,
      payment({ status: "paid" }),
      null
    )
    if (held && "coins" in received) {
      expect(held).toMatchObject(received.coins)
    }
    expect(received).toHaveProperty("what")
  }
)

it("tells reported money from simulated money and from an unknown mode", () => {
  const of = (mode: string) => ({
    kind: "mode_mismatch",
    details: { ...details, mode },
  })
  expect(moneyReceived(of("live"))).toMatchObject({
    what: "reported",
    coins: { amount: "12.50" },
  })
  expect(moneyReceived(of("test"))).toEqual({ what: "test" })
  expect(moneyReceived(of("sandbox"))).toEqual({ what: "unconfirmed" })
})

it("does not count a transfer that may have paid the payment", () => {
  const kind = "transfer_after_end"
  const maybe = { kind, details: { ...details, may_have_paid: "stpay_1" } }
  expect(moneyReceived(maybe)).toEqual({ what: "unconfirmed" })
  expect(moneyReceived(exception(kind))).toMatchObject({ what: "seen" })
})

it("shows no received money for an unpaid payment that was not settled", () => {
  const unpaid = { kind: "not_settled", details: { status: "pending" } }
  expect(moneyReceived(unpaid)).toEqual({ what: "unpaid" })
})

it("tells money that only the network shows from money that it does not show", () => {
  expect(moneyReceived(exception("transfer_short"))).toMatchObject({
    what: "seen",
    coins: { amount: "12.50" },
  })
  for (const kind of ["chain_disagrees", "unproven"]) {
    expect(moneyReceived(exception(kind))).toEqual({ what: "unproven" })
  }
})
