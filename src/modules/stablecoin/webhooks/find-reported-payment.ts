import type { WebhookReport } from "../../../gateway"
import type { Payment } from "../../../ledger"
import type { Repository } from "../repository"

/**
 * Finds the payment of a webhook. `order_no` is our id and is tried first. The
 * gateway's id and the metadata are fallbacks for events that lack it.
 */
export async function findReportedPayment(
  payments: Pick<Repository["payments"], "find">,
  { rail, order_no, gateway_id, metadata }: WebhookReport
): Promise<Payment | null> {
  const named = metadata?.payment_id
  const threads = [
    order_no ? { id: order_no } : null,
    ...spellingsOf(gateway_id).map((spelled) => ({ gateway_id: spelled })),
    typeof named === "string" ? { id: named } : null,
  ]
  for (const thread of threads) {
    const payment = thread && (await payments.find({ ...thread, rail }))
    if (payment) {
      return payment
    }
  }
  return null
}

/**
 * Spellings of a UUID, which is case-insensitive. Queried as equalities, so
 * that an index serves them.
 */
export function spellingsOf(id: string | undefined): string[] {
  return id ? [...new Set([id, id.toLowerCase(), id.toUpperCase()])] : []
}
