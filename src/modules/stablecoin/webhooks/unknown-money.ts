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
    message: `The gateway reports a payment on the ${rail} rail without its order. Compare webhook ${id} with the gateway's portal.`,
    details: { webhook_event_id: id },
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
  const sum = paid ? ` of ${paid.amount} ${paid.currency}` : ""
  return {
    kind: "unknown_payment",
    deposit_id,
    // Another transfer is another amount to search for.
    key: [paymentId, "unknown_payment", paid?.tx_hash ?? paid?.amount].join(
      ":"
    ),
    message: `The gateway confirms payment ${paymentId}${sum} on the ${rail} rail, which this store started and its database does not have. Check that DATABASE_URL names the right database, whether it was restored from a backup, and whether the payment was deleted after unpaidPaymentRetention. Then find the payment in the gateway's portal.`,
    details: {
      webhook_event_id: id,
      order_no: paymentId,
      amount: paid?.amount ?? null,
      currency: paid?.currency ?? null,
      chain: paid?.chain ?? null,
      tx_hash: paid?.tx_hash ?? null,
    },
  }
}
