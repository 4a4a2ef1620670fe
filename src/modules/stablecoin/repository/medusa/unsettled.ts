import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { Payment } from "../../../../ledger"
import { TABLE } from "../tables"
import { CANCELED_SQL, linkedOrderSql } from "./fragments"

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
         SELECT 1 FROM ${linkedOrderSql("payment.payment_collection_id")}
           AND ${CANCELED_SQL}
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
