import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { RefundRequest } from "./refunds"
import { TABLE } from "./tables"

/**
 * Refunds that Medusa's books hold and the ledger does not: Medusa commits its
 * own before it calls the provider, and a process may die in between. Those of
 * payments that are owed back whole already are left out.
 *
 * @param before only older ones, since a younger one may still be under way
 */
export async function findMissedRefunds(
  db: Knex,
  before: Date,
  limit: number
): Promise<RefundRequest[]> {
  const { rows } = await db.raw<{ rows: RefundRequest[] }>(
    `SELECT payment.id AS payment_id, refund.id AS medusa_refund_id,
       refund.raw_amount->>'value' AS cart_amount
     FROM refund
     JOIN payment AS medusa ON medusa.id = refund.payment_id
     JOIN ${TABLE.payment} AS payment
       ON payment.session_id = medusa.payment_session_id
       AND payment.deleted_at IS NULL
     WHERE refund.created_at < :before AND refund.deleted_at IS NULL
       AND NOT EXISTS (
         SELECT 1 FROM ${TABLE.refund} AS known
         WHERE known.medusa_refund_id = refund.id AND known.deleted_at IS NULL)
       AND CAST(payment.amount AS numeric) > (
         SELECT COALESCE(SUM(CAST(owed.amount AS numeric)), 0)
         FROM ${TABLE.refund} AS owed
         WHERE owed.payment_id = payment.id AND owed.status <> 'void'
           AND owed.exception_id IS NULL AND owed.deleted_at IS NULL)
     ORDER BY refund.created_at LIMIT :limit`,
    { before, limit }
  )
  return rows
}
