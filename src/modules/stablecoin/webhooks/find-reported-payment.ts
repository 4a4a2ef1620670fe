import type { WebhookReport } from "../../../gateway"
import type { Payment } from "../../../ledger"
import type { Repository } from "../repository"

/**
 * The payment that a webhook speaks of. `order_no` is ours and goes first; the
 * gateway's own id and the metadata stand in where an event lacks it.
 */
export async function findReportedPayment(
  ledger: Pick<Repository, "findPayment">,
  { rail, order_no, gateway_id, metadata }: WebhookReport
): Promise<Payment | null> {
  const named = metadata?.payment_id
  const threads = [
    order_no ? { id: order_no } : null,
    ...spellingsOf(gateway_id).map((spelled) => ({ gateway_id: spelled })),
    typeof named === "string" ? { id: named } : null,
  ]
  for (const thread of threads) {
    const payment = thread && (await ledger.findPayment({ ...thread, rail }))
    if (payment) {
      return payment
    }
  }
  return null
}

/** A UUID means the same in either case. All its spellings are equalities, which an index answers. */
export function spellingsOf(id: string | undefined): string[] {
  return id ? [...new Set([id, id.toLowerCase(), id.toUpperCase()])] : []
}
