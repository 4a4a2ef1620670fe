import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { OTHER_MONEY_KINDS } from "../../../ledger"
import type { RefundRequest } from "./refunds"
import { TABLE } from "./tables"

/** Refunds that count, as `listStandingRefunds` reads them. */
const STANDING = `owed.payment_id = payment.id AND owed.status <> 'void'
  AND owed.deleted_at IS NULL
  AND NOT EXISTS (
    SELECT 1 FROM ${TABLE.exception} AS exception
    WHERE exception.id = owed.exception_id AND exception.kind = ANY(:other))
  AND NOT (
    owed.status = 'due' AND owed.medusa_refund_id IS NOT NULL
    AND NOT EXISTS (
      SELECT 1 FROM refund AS alive
      WHERE alive.id = owed.medusa_refund_id AND alive.deleted_at IS NULL))`

/**
 * Refunds that Medusa has and the ledger lacks: Medusa commits its own before it
 * calls the provider, and a process may die in between. Left out are those of
 * payments that are owed back whole, and those with an exception about them.
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
       AND NOT EXISTS (
         SELECT 1 FROM ${TABLE.exception} AS instead
         WHERE instead.payment_id = payment.id
           AND instead.details ->> 'medusa_refund_id' = refund.id
           AND instead.deleted_at IS NULL)
       AND CAST(payment.amount AS numeric) > (
         SELECT COALESCE(SUM(CAST(owed.amount AS numeric)), 0)
         FROM ${TABLE.refund} AS owed
         WHERE ${STANDING})
     ORDER BY refund.created_at LIMIT :limit`,
    {
      before,
      limit,
      other: [...OTHER_MONEY_KINDS],
    }
  )
  return rows
}
