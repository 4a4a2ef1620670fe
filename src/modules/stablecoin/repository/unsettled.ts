import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { Payment } from "../../../ledger"
import { TABLE } from "./tables"

/**
 * Finds the open payments that have something to settle, without reading all of
 * Medusa's state for each. Their session was deleted, they have expired or were
 * abandoned, or their order or collection was cancelled.
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

/** Counts a read of a paid payment that returned no transaction hash. */
export async function countHashlessRead(db: Knex, id: string): Promise<void> {
  await db(TABLE.payment).where({ id }).increment("hashless_reads", 1)
}

/** Counts how many of these payments are paid and how many are cancelled. */
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
