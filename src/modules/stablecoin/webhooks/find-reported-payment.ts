import type { WebhookReport } from "../../../gateway"
import type { Payment } from "../../../ledger"
import type { Repository } from "../repository"

/**
 * Finds the payments of webhooks in one query, in their order. `order_no` is
 * our id and counts first. The gateway's id and the metadata are fallbacks for
 * events that lack it.
 */
export async function findReportedPayments(
  payments: Pick<Repository["payments"], "findNamed">,
  reports: readonly WebhookReport[]
): Promise<(Payment | null)[]> {
  const found = await payments.findNamed(
    reports.flatMap(namedBy),
    reports.flatMap(({ gateway_id }) => spellingsOf(gateway_id))
  )
  return reports.map((report) => {
    const { rail, order_no, gateway_id, metadata } = report
    const spellings = spellingsOf(gateway_id)
    const candidates = found.filter((payment) => payment.rail === rail)
    return (
      candidates.find(({ id }) => id === order_no) ??
      candidates.find((each) => spellings.includes(each.gateway_id ?? "")) ??
      candidates.find(({ id }) => id === metadata?.payment_id) ??
      null
    )
  })
}

/** The payment ids that a webhook names. */
export function namedBy({ order_no, metadata }: WebhookReport): string[] {
  return [order_no, metadata?.payment_id].filter((id) => typeof id === "string")
}

/**
 * Spellings of a UUID, which is case-insensitive. Queried as equalities, so
 * that an index serves them.
 */
function spellingsOf(id: string | undefined): string[] {
  return id ? [...new Set([id, id.toLowerCase(), id.toUpperCase()])] : []
}
