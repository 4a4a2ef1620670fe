import type { ExceptionName } from "../../../../ledger/exceptions"
import type { Rail } from "../../../../ledger/rails"
import { problemOf } from "../../../../ledger/__tests__/samples"
import type {
  AdminException,
  AdminExceptionDetail,
} from "../../../../http-types"
import {
  type Choice,
  choicesFor,
  existingOrder,
  isResolvable,
  stays,
} from "../resolutions"

const held = {
  amount: "12.50",
  currency: "USDT",
  chain: null,
  confirmed: true,
  captured: false,
}
const known = { payment_id: "stpay_1", deposit_id: "stdep_1" }

const choices = (exception: Partial<AdminExceptionDetail>) =>
  choicesFor(exception as AdminExceptionDetail)

const used: Choice[] = ["sent", "order_id", "kept"]

describe("the choices for an exception", () => {
  it.each<[ExceptionName, Rail, Choice[]]>([
    ["order_missing", "hosted", ["retry", "refund", ...used]],
    ["unknown_at_gateway", "onchain", ["retry", "refund", ...used]],
    ["webhook_problem.unreadable", "onchain", ["retry", "refund", ...used]],
    ["webhook_problem.unreadable", "hosted", ["refund", ...used]],
    ["never_answered", "hosted", ["refund", ...used]],
    ["deposit_mismatch.amount", "onchain", ["refund", ...used]],
    ["unreported_transfer.exact", "onchain", ["retry", "refund", ...used]],
    ["amount_due_changed", "onchain", ["retry", "refund", ...used, "close"]],
  ])("of %s on the %s rail: %j", (name, rail, offered) => {
    expect(choices({ ...problemOf(name), rail, ...known, held })).toEqual(
      offered
    )
  })

  it.each([
    problemOf("webhook_problem.dead"),
    { kind: "a kind of a newer release", reason: null },
  ])("of %j are only to close it, without money", (problem) => {
    const none = { rail: "onchain", ...known, held: null } as const
    expect(choices({ ...problem, ...none })).toEqual(["close"])
  })

  it("keep a refund due, unless Medusa made it or it is sent", () => {
    const due = problemOf("refund_due")
    const none = { rail: "onchain", ...known, held: null } as const
    expect(choices({ ...due, ...none })).toEqual(["order_id", "kept"])
    const kept = (details: Record<string, string | null>, status = "open") =>
      isResolvable({ ...due, details, status } as AdminException)
    expect(kept({ medusa_refund_id: null })).toBe(true)
    expect(kept({ medusa_refund_id: "ref_1" })).toBe(false)
    expect(kept({ medusa_refund_id: null }, "resolved")).toBe(false)
  })

  it.each<[ExceptionName, boolean]>([
    ["unreported_transfer.short", true],
    ["deposit_mismatch.amount", true],
    ["unreported_transfer.exact", false],
    ["unreported_transfer.again", false],
    ["cart_changed.gone", false],
  ])(
    "create no second order where the payment has one: %s",
    (name, isOther) => {
      const order = { id: "order_1", display_id: 1, is_confirmed: true }
      const found = existingOrder({ ...problemOf(name), order } as never)
      expect(found).toEqual(isOther ? order : null)
    }
  )

  it("assign money that no payment has yet", () => {
    const unknown = { ...known, payment_id: null, rail: null, held }
    expect(
      choices({ kind: "unreported_transfer", reason: "unclear", ...unknown })
    ).toEqual(["refund", "assign", ...used])
  })

  it("close one without a use of money that may not have arrived", () => {
    const exception = { ...problemOf("never_answered"), rail: null, held }
    expect(
      choices({ ...exception, payment_id: "stpay_1", deposit_id: null })
    ).toEqual(["refund", ...used, "close"])
  })

  it.each([
    ["what the order needs", "12.50", false, "12.50"],
    ["nothing where other money has paid the order", "0.00", false, "0.00"],
    ["the amount due where there is no order yet", null, false, "12.50"],
    ["the amount due of captured money", "0.00", true, "12.50"],
  ])(
    "leave %s of a transfer that is too large",
    (_, missing, captured, due) => {
      const exception = {
        reason: "over",
        details: null,
        payment: { amount: "12.50", currency: "USDT" },
        held: { amount: "13.75", currency: "USDT", captured },
        order_missing: missing,
      }
      expect(stays(exception as never)).toBe(due)
    }
  )

  it("don't retry the rest of money that was used", () => {
    const details = { cause: "rest_left" }
    const rest = {
      ...problemOf("not_settled"),
      rail: "hosted" as const,
      ...known,
      held,
    }
    expect(choices(rest)).toContain("retry")
    expect(choices({ ...rest, details })).toEqual(["refund", ...used])
  })
})
