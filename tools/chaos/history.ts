import type { Observer } from "../harness/postgres/observer"

/** A broken law about a payment. */
type Violation = { payment_id: string; verdict: string; why: string }

/**
 * The history of a payment, line by line: its timeline, its webhooks, its
 * exceptions and refunds, and Medusa's rows. States and ids only, without text
 * from the gateway or the buyer.
 */
export async function historyOf(
  db: Observer,
  { payment_id, verdict, why }: Violation
): Promise<string> {
  const lines = await db.query<{ at: Date; line: string }>(
    `SELECT created_at AS at, concat_ws(' ', 'fact', kind, 'by', source, status_before, '→', status_after) AS line
       FROM stablecoin_fact WHERE payment_id = $1
     UNION ALL
     SELECT created_at, concat_ws(' ', 'webhook', event, status, 'after', attempts, 'attempts', error)
       FROM stablecoin_webhook_event
       WHERE payment_id = $1 OR position($1 in body) > 0
     UNION ALL
     SELECT created_at, concat_ws(' ', 'exception', kind, reason, status)
       FROM stablecoin_exception WHERE payment_id = $1
     UNION ALL
     SELECT created_at, concat_ws(' ', 'refund', status, amount)
       FROM stablecoin_refund WHERE payment_id = $1
     UNION ALL
     SELECT session.created_at, concat_ws(' ', 'session', session.id, session.status, CASE WHEN session.deleted_at IS NOT NULL THEN 'deleted' END)
       FROM payment_session AS session JOIN stablecoin_payment AS row
       ON row.payment_collection_id = session.payment_collection_id WHERE row.id = $1
     UNION ALL
     SELECT capture.created_at, concat_ws(' ', 'capture of', payment.payment_session_id, capture.amount)
       FROM capture JOIN payment ON payment.id = capture.payment_id
       JOIN stablecoin_payment AS row
       ON row.payment_collection_id = payment.payment_collection_id WHERE row.id = $1
     UNION ALL
     SELECT "order".created_at, concat_ws(' ', 'order', "order".id, "order".status)
       FROM "order" JOIN order_payment_collection AS link ON link.order_id = "order".id
       JOIN stablecoin_payment AS row
       ON row.payment_collection_id = link.payment_collection_id WHERE row.id = $1
     ORDER BY 1`,
    [payment_id]
  )
  const [row] = await db.query<{ line: string }>(
    `SELECT concat_ws(' ', rail, row.status, proof_status, proof ->> 'reason', 'session', session_id, 'cart', cart_id, 'attempts', reconcile_attempts, 'next', next_reconcile_at) AS line
       FROM stablecoin_payment AS row
       LEFT JOIN stablecoin_schedule ON payment_id = id WHERE id = $1`,
    [payment_id]
  )
  return [
    `${verdict}: ${payment_id}: ${why}`,
    `  ${row?.line ?? "no row in the ledger"}`,
    ...lines.map(({ at, line }) => `  ${at.toISOString()} ${line}`),
  ].join("\n")
}
