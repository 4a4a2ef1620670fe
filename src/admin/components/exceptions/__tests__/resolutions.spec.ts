import type { ExceptionResolution } from "../../../../ledger/exceptions"
import type { Rail } from "../../../../ledger/rails"
import { actionsFor } from "../resolutions"

const paid = {
  status: "paid",
  amount: "12.50",
  currency: "USDT",
  chain: "POLYGON",
}

const held = {
  amount: "12.50",
  currency: "USDT",
  chain: null,
  confirmed: true,
}

describe("the resolutions of an exception", () => {
  it.each<[string, Rail, object | null, ExceptionResolution[]]>([
    ["order_missing", "hosted", paid, ["retry", "refund", "close"]],
    ["not_settled", "hosted", { status: "pending" }, ["retry", "close"]],
    ["unknown_at_gateway", "onchain", null, ["retry", "refund", "close"]],
    ["unreadable_event", "onchain", null, ["retry", "refund", "close"]],
    ["unreadable_event", "hosted", null, ["refund", "close"]],
    ["never_answered", "hosted", null, ["refund", "close"]],
    ["amount_mismatch", "onchain", paid, ["refund", "close"]],
    ["order_cancelled", "onchain", paid, ["refund", "close"]],
    ["test_money", "onchain", paid, ["retry", "close"]],
    ["refund_refused", "onchain", paid, ["refund", "close"]],
    ["refund_due", "onchain", { refund_id: "stref_1" }, ["close"]],
    ["webhook_dead", "onchain", null, ["close"]],
    ["a kind of a newer release", "onchain", null, ["close"]],
  ])("of %s on the %s rail, with %j: %j", (kind, rail, details, actions) => {
    expect(
      actionsFor({
        kind,
        rail,
        details: details as Record<string, string> | null,
        payment_id: "stpay_1",
        held,
      })
    ).toEqual(actions)
  })

  it("offer no refund where nothing is left", () => {
    const refunded = { rail: null, payment_id: "stpay_1", details: paid }
    expect(
      actionsFor({ kind: "refund_refused", ...refunded, held: null })
    ).toEqual(["close"])
  })

  it("are only to close it without a payment", () => {
    const none = { rail: null, payment_id: null, details: paid, held: null }
    for (const kind of ["unknown_payment", "unreadable_event"]) {
      expect(actionsFor({ kind, ...none })).toEqual(["close"])
    }
  })
})
