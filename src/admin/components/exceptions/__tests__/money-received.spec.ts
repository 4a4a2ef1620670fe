import {
  EXCEPTION_PROBLEMS,
  type ExceptionName,
} from "../../../../ledger/exceptions"
import { heldMoney } from "../../../../ledger/held-money"
import {
  deposit,
  payment,
  problemOf,
  uses,
} from "../../../../ledger/__tests__/samples"
import type { AdminException } from "../../../../http-types"
import { moneyReceived } from "../money-received"

const received = (exception: Partial<AdminException>) =>
  moneyReceived(exception as AdminException)

const details = {
  status: "paid",
  amount: "12.50",
  currency: "USDT",
  chain: "POLYGON",
} as const

const exception = (name: ExceptionName) => ({ ...problemOf(name), details })

it.each(EXCEPTION_PROBLEMS)(
  "shows no other sum of %j than the ledger's refundable money",
  (problem) => {
    const money = received({ ...problem, details })
    const known = { deposit: deposit(), balance: uses({}) }
    const held = heldMoney(
      { ...problem, details },
      known,
      payment({ status: "paid" }),
      null
    )
    if (held && "coins" in money) {
      expect(held).toMatchObject(money.coins)
    }
    expect(money).toHaveProperty("what")
  }
)

it("tells reported money from simulated money and from an unknown mode", () => {
  const of = (mode: string) => ({
    kind: "deposit_mismatch",
    reason: "mode",
    details: { ...details, mode },
  })
  expect(received(of("live"))).toMatchObject({
    what: "reported",
    coins: { amount: "12.50" },
  })
  expect(received(of("test"))).toEqual({ what: "test" })
  expect(received(of("sandbox"))).toEqual({ what: "unconfirmed" })
})

it("shows no received money for an unpaid payment that was not settled", () => {
  const unpaid = {
    ...problemOf("not_settled"),
    details: { status: "pending" },
  }
  expect(received(unpaid)).toEqual({ what: "unpaid" })
})

it("tells money that only the network shows from money that it does not show", () => {
  for (const name of [
    "unreported_transfer.exact",
    "unreported_transfer.short",
  ] as const) {
    expect(received(exception(name))).toMatchObject({
      what: "seen",
      coins: { amount: "12.50" },
    })
  }
  for (const [name, what] of [
    ["unproven.contradicted", "unproven"],
    ["unproven.unchecked", "unchecked"],
  ] as const) {
    expect(received(exception(name))).toEqual({ what })
  }
})
