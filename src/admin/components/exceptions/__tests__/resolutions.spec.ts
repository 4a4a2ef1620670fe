import type { ExceptionResolution } from "../../../../ledger/exceptions"
import type { Rail } from "../../../../ledger/rails"
import { actionsFor, needsWhereabouts } from "../resolutions"

const held = {
  amount: "12.50",
  currency: "USDT",
  chain: null,
  confirmed: true,
  captured: false,
}
const known = { payment_id: "stpay_1", deposit_id: "stdep_1" }

describe("the resolutions of an exception", () => {
  it.each<[string, Rail, ExceptionResolution[]]>([
    ["order_missing", "hosted", ["retry", "refund", "close"]],
    ["unknown_at_gateway", "onchain", ["retry", "refund", "close"]],
    ["unreadable_event", "onchain", ["retry", "refund", "close"]],
    ["unreadable_event", "hosted", ["refund", "close"]],
    ["never_answered", "hosted", ["refund", "close"]],
    ["amount_mismatch", "onchain", ["refund", "close"]],
    ["transfer_unconfirmed", "onchain", ["retry", "refund", "close"]],
  ])("of %s on the %s rail: %j", (kind, rail, actions) => {
    expect(actionsFor({ kind, rail, ...known, held })).toEqual(actions)
  })

  it.each(["refund_due", "webhook_dead", "a kind of a newer release"])(
    "of %s are only to close it, without money",
    (kind) => {
      const none = { rail: "onchain", ...known, held: null } as const
      expect(actionsFor({ kind, ...none })).toEqual(["close"])
    }
  )

  it("assign money that no payment has yet", () => {
    const unknown = { ...known, payment_id: null, rail: null, held }
    expect(actionsFor({ kind: "transfer_unmatched", ...unknown })).toEqual([
      "refund",
      "assign",
      "close",
    ])
  })

  it.each([
    ["money that nothing uses", known, held, true],
    [
      "money that may not have arrived",
      { ...known, deposit_id: null },
      held,
      false,
    ],
    ["no money", known, null, false],
  ])("closing one about %s states where it is: %s", (_, ids, money, needs) => {
    const exception = { kind: "order_missing", rail: null, ...ids, held: money }
    expect(needsWhereabouts(exception)).toBe(needs)
  })
})
