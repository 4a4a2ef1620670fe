import type { BuyerView } from ".."
import { problemOf } from "./samples"
import { DUE, SENT, view, viewIn, WRONG } from "./buyer-view-samples"

const NO = { in_question: false } as const

describe("money is under review", () => {
  it.each([
    ["deposit_mismatch.amount", true],
    ["cancelled, deposit_mismatch.currency", true],
    ["abandoned, deposit_mismatch.chain", true],
    ["deposit_mismatch.gateway_id", true],
    ["paid, paid_twice", true],
    ["webhook_problem.unreadable", true],
    // A readable report has arrived since.
    ["paid, webhook_problem.unreadable", false],
    ["paid, cart_changed.gone", true],
    ["paid, already_covered", true],
    ["paid, not_settled", true],
    ["cancelled, not_settled", false],
    ["unknown_at_gateway", false],
    ["never_answered", false],
    ["paid, refund_due", false],
    ["unreported_transfer.short", true],
    ["unreported_transfer.network", true],
    ["unreported_transfer.exact", false],
    ["unreported_transfer.changed", true],
    ["unreported_transfer.again", true],
    ["paid, unproven.contradicted", false],
  ])("%s: %s", (situations, expected) => {
    const { under_review, payable } = viewIn(situations)
    expect(under_review).toBe(expected)
    expect(payable && /^[dw]|unreported/.test(situations)).toBe(false)
  })

  it.each([
    ["deposit_mismatch.gateway_id" as const, "pending" as const],
    ["not_settled" as const, "paid" as const],
  ])("not by %s without money of a %s payment", (name, status) => {
    const details = { status: "cancelled" }
    const exception = { ...problemOf(name), details, deposit_id: null }
    const shown = view({ status }, { exceptions: [exception] })
    expect(shown.under_review).toBe(false)
  })

  it.each([
    ["unreported_transfer.exact", true],
    ["abandoned, unreported_transfer.exact", true],
    ["paid, unreported_transfer.exact", false],
    ["cancelled, unreported_transfer.exact", false],
    ["unreported_transfer.changed", true],
    ["unreported_transfer.again", true],
    ["unreported_transfer.short", true],
    ["cancelled, unreported_transfer.late", true],
    ["paid, unreported_transfer.late", false],
    ["deposit_mismatch.amount", false],
    ["unreported_transfer.short, deposit_mismatch.amount", false],
    ["", false],
  ])("a transfer is seen: %s: %s", (situations, expected) => {
    expect(viewIn(situations).transfer_seen).toBe(expected)
  })

  it.each<[string, BuyerView["sent_back"]]>([
    ["refund due", "due"],
    ["refund sent", "sent"],
    ["cancelled, refund sent, refund due", "due"],
    ["paid, refund due", "due"],
    ["paid, refund sent", "sent"],
    ["paid, refund sent, order cancelled", "sent"],
    ["paid, has order_1, refund due", null],
    ["paid, no cart, refund due", null],
  ])("money on its way back is not asked for again: %s: %s", (...row) => {
    const [situations, sent_back] = row
    expect(viewIn(situations)).toMatchObject({ sent_back, payable: false })
  })

  it.each([
    ["cancelled, unreported_transfer.late", false],
    ["cancelled, refund due", false],
    ["cancelled, refund sent", true],
    ["paid, refund due", false],
    ["paid, refund sent", true],
  ])("is followed until it is resolved: %s: %s", (situations, final) => {
    expect(viewIn(situations).final).toBe(final)
  })
})

describe("money in question", () => {
  it.each<[string, Partial<BuyerView>]>([
    ["", NO],
    ["left unpaid", NO],
    ["returned 29 minutes ago", { overdue: false }],
    ["returned 30 minutes ago", { overdue: true }],
    // Its cart changed after the return, and before.
    ["returned now, session gone, other open", { replaced_by: null }],
    [
      "returned now, session gone, other open, abandoned",
      { replaced_by: null, overdue: false },
    ],
    [
      "returned a day ago, abandoned, expired, never_answered",
      { overdue: true },
    ],
    // The merchant has found none of it.
    ["returned a day ago, abandoned, expired", NO],
    ["returned now, failed", NO],
    ["unreported_transfer.exact", { transfer_seen: true }],
    [
      "unreported_transfer.short, wrong money",
      { under_review: true, transfers: [WRONG] },
    ],
    ["kept for another", { kept: true }],
    ["has order_2, kept for its order", { ...NO, served: true }],
    // The order may ask for a rest.
    [
      "cancelled, has order_1, order first, ordered, kept for its order",
      { ...NO, served: true, kept: false, final: true, transfers: [WRONG] },
    ],
    [
      "kept for another, refund due",
      { kept: true, sent_back: null, refunds: [DUE] },
    ],
    // Another payment may be started.
    [
      "cancelled, wrong money, refund due",
      { ...NO, sent_back: "due", transfers: [WRONG] },
    ],
    [
      "paid, wrong money, refund due",
      { ...NO, sent_back: "due", transfers: [WRONG] },
    ],
    [
      "paid, wrong money, refund sent, order_without_money",
      { sent_back: "sent", transfers: [WRONG] },
    ],
    [
      "wrong money, refund sent",
      { ...NO, sent_back: "sent", transfers: [WRONG] },
    ],
    ["paid", {}],
    ["paid, order_missing", { under_review: true, already_paid: false }],
    ["paid, cart_changed.gone", { under_review: true, already_paid: false }],
    ["paid, already_covered, other paid", { already_paid: true }],
    [
      "paid, order first, ordered, already_covered",
      { already_paid: true, order_id: null, final: false },
    ],
    [
      "paid, no cart, ordered, refund due",
      { ...NO, sent_back: "due", order_id: null },
    ],
    ["paid, has order_1, ordered", NO],
    [
      "paid, has order_1, ordered, wrong money, wrong money, refund sent",
      { ...NO, sent_back: null, transfers: [WRONG, WRONG], refunds: [SENT] },
    ],
    [
      "paid, has order_2, kept for its order",
      { ...NO, served: true, kept: false, transfers: [WRONG] },
    ],
    [
      "paid, has order_1, ordered, paid_twice, wrong money, wrong money",
      { under_review: true, already_paid: true, transfers: [WRONG, WRONG] },
    ],
    [
      "paid, unreported_transfer.again, cart_changed.gone, wrong money",
      { under_review: true, already_paid: false, transfers: [WRONG] },
    ],
    [
      "paid, has order_1, ordered, unreported_transfer.again, wrong money",
      { under_review: true, already_paid: true, transfers: [WRONG] },
    ],
    // It replaced a payment that its buyer has sent coins for once more.
    [
      "paid, has order_1, ordered, other seen again",
      { under_review: true, order_id: "order_1", final: true },
    ],
    ["paid, other seen again", { under_review: false, final: false }],
    ["paid, has order_1, ordered, order_without_money", NO],
    ["paid, has order_1, order cancelled", {}],
    [
      "paid, has order_1, order cancelled, refund due",
      { ...NO, sent_back: "due" },
    ],
    [
      "paid, has order_1, order cancelled, refund sent",
      { ...NO, sent_back: "sent" },
    ],
  ])("%s: the buyer is not asked to pay while it is: %j", (...row) => {
    const [situations, expected] = row
    const shown = viewIn(situations)
    expect(shown).toMatchObject({ in_question: true, ...expected })
    expect(shown.in_question && shown.payable).toBe(false)
  })
})
