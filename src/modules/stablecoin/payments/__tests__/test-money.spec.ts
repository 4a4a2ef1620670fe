import { type CurrentAccount, isTestMoney } from "../../../../ledger"
import { payment } from "../../../../ledger/__tests__/samples"
import { judgingAccount } from "../payments"

const account = (mode: string | null, name = "other"): CurrentAccount => ({
  account: name,
  mode,
})
const OWN = payment().account

it.each<
  [
    string,
    CurrentAccount | null,
    (CurrentAccount | null)[],
    isTestMoney: boolean,
  ]
>([
  ["its rail is live", account("live"), [], true],
  ["its rail tests", account("test"), [account("live")], false],
  ["its account has named no mode since", account(null, OWN), [], false],
  ["another account of its rail named no mode", account(null), [], true],
  ["its rail has none, another is live", null, [null, account("live")], true],
  [
    "its rail has none, another named no mode",
    null,
    [account("test"), account(null)],
    true,
  ],
  ["its rail has none, another tests", null, [account("test"), null], false],
  ["no rail has an account", null, [null, null], false],
])("a test payment in a live store: %s", (_, own, others, expected) => {
  const judging = judgingAccount(own, others)
  expect(isTestMoney(payment({ mode: "test" }), judging)).toBe(expected)
  expect(isTestMoney(payment({ mode: "live" }), judging)).toBe(false)
})
