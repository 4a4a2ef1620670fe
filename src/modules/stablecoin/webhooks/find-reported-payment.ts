import type { WebhookReport } from "../../../gateway"
import type { Payment } from "../../../ledger"
import type { Repository } from "../repository"

/**
 * Finds the payment of each webhook in one query. `order_no` is our id and counts
 * first. The gateway's id and the metadata are fallbacks for events that lack
 * it.
 */
export async function findReportedPayments(
  payments: Pick<Repository["payments"], "findNamed">,
  reports: readonly WebhookReport[]
): Promise<(Payment | null)[]> {
  const found = await payments.findNamed(
    [...new Set(reports.flatMap(namedBy))],
    [...new Set(reports.flatMap(spellingsOf))]
  )
  return reports.map((report) => {
    const { rail, order_no, metadata } = report
    const spellings = spellingsOf(report)
    const candidates = found.filter((payment) => payment.rail === rail)
    return (
      candidates.find(({ id }) => id === order_no) ??
      candidates.find((each) => spellings.includes(each.gateway_id ?? "")) ??
      candidates.find(({ id }) => id === metadata?.payment_id) ??
      null
    )
  })
}

/** A UUID is case-insensitive. As equalities, an index serves the spellings. */
function spellingsOf({ gateway_id }: WebhookReport): string[] {
  return gateway_id
    ? [gateway_id, gateway_id.toLowerCase(), gateway_id.toUpperCase()]
    : []
}

/** The payment ids that a webhook names. */
export function namedBy({ order_no, metadata }: WebhookReport): string[] {
  return [order_no, metadata?.payment_id].filter((id) => typeof id === "string")
}
