import type { WebhookReport } from "../../gateway"
import { type Fact, factOf, type Payment } from "../../ledger"

/** What a webhook comes to, given the payment that it is about. */
export type JudgedReport =
  | { is: "fact"; payment: Payment; fact: Fact }
  /** It is none of ours, or says nothing that the ledger knows. */
  | { is: "nothing"; reason: string }
  /** Somebody paid, and nobody can say for what. */
  | { is: "nameless money"; reason: string }

export function judgeReport(
  report: WebhookReport,
  payment: Payment | null
): JudgedReport {
  const fact = factOf(report)
  if (!payment) {
    const isNameless = report.outcome === "paid" && !namesSomebody(report)
    const reason = "It is about no payment of this store."
    return { is: isNameless ? "nameless money" : "nothing", reason }
  }
  return fact
    ? { is: "fact", payment, fact }
    : {
        is: "nothing",
        reason: `The event ${report.event} says nothing that the ledger knows.`,
      }
}

/** Somebody else's order is none of our business; nobody's money is. */
function namesSomebody({ order_no, metadata }: WebhookReport): boolean {
  return order_no !== undefined || metadata?.payment_id !== undefined
}
