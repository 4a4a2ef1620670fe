import type { WebhookReport } from "../../../gateway"
import type { ExceptionDraft } from "../../../ledger"
import type { Repository } from "../repository"
import type { WebhookEventRow } from "../repository/tables"

/** The exception for money that the gateway reports without its order. */
export function namelessMoney({ id, rail }: WebhookEventRow): ExceptionDraft {
  return {
    kind: "webhook_problem",
    reason: "unreadable",
    key: [id, "webhook_problem.unreadable"].join(":"),
    details: { webhook_event_id: id, rail },
  }
}

/** Records money of a payment that is not stored. @returns its exception */
export async function recordUnknownPayment(
  { deposits }: Pick<Repository, "deposits">,
  { id, rail }: WebhookEventRow,
  paymentId: string,
  { paid }: WebhookReport
): Promise<ExceptionDraft> {
  const deposit_id = paid
    ? await deposits.recordUnknown({
        rail,
        amount: paid.amount,
        currency: paid.currency,
        chain: paid.chain ?? null,
        tx_hash: paid.tx_hash?.toLowerCase() ?? null,
        mode: paid.mode ?? null,
        gateway_reference: `${paymentId}/${paid.amount}`,
      })
    : null
  return {
    kind: "unknown_payment",
    deposit_id,
    // Another transfer is another amount to search for.
    key: [paymentId, "unknown_payment", paid?.tx_hash ?? paid?.amount].join(
      ":"
    ),
    details: {
      webhook_event_id: id,
      rail,
      order_no: paymentId,
      amount: paid?.amount ?? null,
      currency: paid?.currency ?? null,
      chain: paid?.chain ?? null,
      tx_hash: paid?.tx_hash ?? null,
    },
  }
}
