import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { Payment } from "../../../ledger"
import { TABLE } from "./tables"

/** A look that is over, and when the payment is looked at next. */
export type FinishedLook = { seen: Payment; next: Date | null }

/**
 * Which of these open payments have something to settle, without reading
 * Medusa's books of each: their session is gone, their time is up, their order
 * or collection was cancelled, or they were given up.
 *
 * @returns their ids
 */
export async function findUnsettled(
  db: Knex,
  payments: readonly Payment[],
  now: Date
): Promise<string[]> {
  const { rows } = await db.raw<{ rows: { id: string }[] }>(
    `SELECT payment.id
     FROM ${TABLE.payment} AS payment
     LEFT JOIN payment_session AS session
       ON session.id = payment.session_id AND session.deleted_at IS NULL
     WHERE payment.id = ANY(:ids) AND (
       session.id IS NULL
       OR payment.expires_at <= :now
       OR payment.status = 'abandoned'
       OR EXISTS (
         SELECT 1 FROM order_payment_collection AS link
         JOIN "order" ON "order".id = link.order_id
         WHERE link.payment_collection_id = payment.payment_collection_id
           AND link.deleted_at IS NULL
           AND ("order".canceled_at IS NOT NULL OR "order".status = 'canceled')
       )
       OR EXISTS (
         SELECT 1 FROM payment_collection AS collection
         WHERE collection.id = payment.payment_collection_id
           AND collection.status = 'canceled'
       )
     )`,
    { ids: payments.map(({ id }) => id), now }
  )
  return rows.map(({ id }) => id)
}

/**
 * Ends looks in one statement: gives the leases back that are still the
 * owner's, and plans each next look unless a fact came meanwhile.
 */
export async function finishLooks(
  db: Knex,
  owner: string,
  looks: readonly FinishedLook[]
): Promise<void> {
  await db.raw(
    `UPDATE ${TABLE.payment} AS payment
     SET lease_owner = NULL, leased_until = NULL,
       next_look_at = CASE
         WHEN payment.status = look.status
           AND payment.next_look_at IS NOT DISTINCT FROM look.seen_at
         THEN look.next_at ELSE payment.next_look_at END
     FROM unnest(
       CAST(:ids AS text[]), CAST(:statuses AS text[]),
       CAST(:seen AS timestamptz[]), CAST(:next AS timestamptz[])
     ) AS look (id, status, seen_at, next_at)
     WHERE payment.id = look.id AND payment.lease_owner = :owner`,
    {
      owner,
      ids: looks.map(({ seen }) => seen.id),
      statuses: looks.map(({ seen }) => seen.status),
      seen: looks.map(({ seen }) => seen.next_look_at),
      next: looks.map(({ next }) => next),
    }
  )
}

/** Gives leases back of payments that were not looked at: they stay due, as if never claimed. */
export async function giveBackLooks(
  db: Knex,
  owner: string,
  ids: readonly string[]
): Promise<void> {
  await db(TABLE.payment)
    .whereIn("id", ids)
    .where({ lease_owner: owner })
    .update({
      lease_owner: null,
      leased_until: null,
      looks: db.raw("GREATEST(looks - 1, 0)"),
    })
}

/** How many of these payments have ended so. */
export async function countEnded(
  db: Knex,
  ids: readonly string[]
): Promise<{ paid: number; cancelled: number }> {
  const rows: { status: string; count: string }[] = await db(TABLE.payment)
    .whereIn("id", ids)
    .whereIn("status", ["paid", "cancelled"])
    .groupBy("status")
    .select("status")
    .count("id")
  const count = (status: string) =>
    Number(rows.find((row) => row.status === status)?.count ?? 0)
  return { paid: count("paid"), cancelled: count("cancelled") }
}
