import type { WebhookReport } from "../../../gateway"
import type { Payment } from "../../../ledger"
import type { Repository } from "../repository"

/**
 * Finds the payment of a webhook in one query. `order_no` is our id and counts
 * first. The gateway's id and the metadata are fallbacks for events that lack
 * it.
 */
export async function findReportedPayment(
  payments: Pick<Repository["payments"], "findNamed">,
  report: WebhookReport
): Promise<Payment | null> {
  const { rail, order_no, gateway_id, metadata } = report
  // A UUID is case-insensitive. As equalities, an index serves the spellings.
  const spellings = gateway_id
    ? [gateway_id, gateway_id.toLowerCase(), gateway_id.toUpperCase()]
    : []
  const found = await payments.findNamed(namedBy(report), [
    ...new Set(spellings),
  ])
  const candidates = found.filter((payment) => payment.rail === rail)
  return (
    candidates.find(({ id }) => id === order_no) ??
    candidates.find((each) => spellings.includes(each.gateway_id ?? "")) ??
    candidates.find(({ id }) => id === metadata?.payment_id) ??
    null
  )
}

/** The payment ids that a webhook names. */
export function namedBy({ order_no, metadata }: WebhookReport): string[] {
  return [order_no, metadata?.payment_id].filter((id) => typeof id === "string")
}
