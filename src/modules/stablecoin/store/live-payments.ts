import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { Payment } from "../../../ledger"
import { TABLE } from "./tables"

/** As much of a payment as its buyer is shown, or it takes to tell whether that will change. */
export type LivePayment = Pick<
  Payment,
  | "id"
  | "rail"
  | "status"
  | "redirect_url"
  | "expires_at"
  | "order_id"
  | "cart_id"
> & {
  /** The session of the payment that took its place. */
  replaced_by: string | null
}

/**
 * The ledger notes an order once the money went there. Where the order stands
 * before the money it is read from Medusa, by its collection. Not so otherwise:
 * while a cart is completed, an order is linked that may still be taken back.
 */
const FIELDS = `payment.id, payment.rail, payment.status, payment.redirect_url,
  payment.expires_at, payment.cart_id,
  COALESCE(payment.order_id, CASE
    WHEN payment.checkout_flow = 'order_first' OR payment.cart_id IS NULL THEN
      (SELECT link.order_id FROM order_payment_collection AS link
        WHERE link.payment_collection_id = payment.payment_collection_id
          AND link.deleted_at IS NULL LIMIT 1)
  END) AS order_id`

/**
 * The payment of the collection that was paid since this one was started (not
 * one before: that did not suffice, or went back), or else, if this one has
 * ended, the newest that was started after it.
 */
const REPLACED_BY = `CASE WHEN payment.status <> 'paid' THEN
  (SELECT other.session_id FROM ${TABLE.payment} AS other
    WHERE other.payment_collection_id = payment.payment_collection_id
      AND other.deleted_at IS NULL
      AND (
        (other.status = 'paid' AND EXISTS (
          SELECT 1 FROM ${TABLE.fact} AS fact
          WHERE fact.payment_id = other.id AND fact.kind = 'paid'
            AND fact.status_before <> 'paid'
            AND fact.created_at > payment.created_at))
        OR (other.status IN ('creating', 'pending')
          AND payment.status IN ('abandoned', 'failed', 'cancelled')
          AND other.created_at > payment.created_at)
      )
    ORDER BY other.status = 'paid' DESC, other.created_at DESC LIMIT 1)
END AS replaced_by`

/** The payment of a session, also of one that it left when its money came late. */
export async function findLivePayment(
  db: Knex,
  sessionId: string
): Promise<LivePayment | null> {
  const { rows } = await db.raw<{ rows: LivePayment[] }>(
    `SELECT ${FIELDS}, ${REPLACED_BY} FROM ${TABLE.payment} AS payment
     WHERE payment.deleted_at IS NULL AND payment.id = COALESCE(
       (SELECT id FROM ${TABLE.payment}
         WHERE session_id = :session AND deleted_at IS NULL),
       (SELECT payment_id FROM ${TABLE.fact}
         WHERE kind = 'bound' AND details ->> 'from' = :session
           AND deleted_at IS NULL LIMIT 1)
     )`,
    { session: sessionId }
  )
  return rows[0] ?? null
}

export async function readLivePayments(
  db: Knex,
  ids: readonly string[]
): Promise<LivePayment[]> {
  const { rows } = await db.raw<{ rows: LivePayment[] }>(
    `SELECT ${FIELDS}, ${REPLACED_BY} FROM ${TABLE.payment} AS payment
     WHERE payment.deleted_at IS NULL AND payment.id = ANY(:ids)`,
    { ids }
  )
  return rows
}
