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

const coins = { amount: "12.50", currency: "USDT", chain: "POLYGON" }

it.each<[ExceptionName, more: object, received: object]>([
  // In a mode that is live, simulated or unknown.
  ["deposit_mismatch.mode", { mode: "live" }, { what: "reported", coins }],
  ["deposit_mismatch.mode", { mode: "test" }, { what: "test" }],
  ["deposit_mismatch.mode", { mode: "sandbox" }, { what: "unconfirmed" }],
  ["not_settled", { status: "pending" }, { what: "unpaid" }],
  // Only the network shows it, or does not show it.
  ["unreported_transfer.exact", {}, { what: "seen", coins }],
  ["unreported_transfer.short", {}, { what: "seen", coins }],
  ["unproven.contradicted", {}, { what: "unproven" }],
  ["unproven.unchecked", {}, { what: "unchecked" }],
])("of %s %j, shows %j", (name, more, expected) => {
  const problem = { ...problemOf(name), details: { ...details, ...more } }
  expect(received(problem)).toEqual(expected)
})
