import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { type Coins, isMoreThan, type Payment, sumOf } from "../../../../ledger"
import { TABLE } from "../tables"
import { CANCELED_SQL, SUMMARY_SQL, totalSql } from "./fragments"

/** SQL of the total of an order, zero once nothing is to be delivered. */
const totalOfSql = (order: string) =>
  `COALESCE((SELECT ${totalSql("summary")} FROM "order" ${SUMMARY_SQL}
    WHERE "order".id = ${order} AND "order".deleted_at IS NULL
      AND NOT ${CANCELED_SQL}
      AND (CAST(:currency AS text) IS NULL
        OR lower("order".currency_code) = :currency)), 0)`

/** SQL of the money that is kept for an order, or was captured for it. */
const usedForSql = (order: string) =>
  `(SELECT COALESCE(SUM(CAST(used.amount AS numeric)), 0) FROM (
    SELECT amount FROM ${TABLE.allocation}
      WHERE order_id = ${order} AND kind = 'kept' AND deleted_at IS NULL
    UNION ALL SELECT used.amount FROM ${TABLE.payment} AS payment
      JOIN ${TABLE.allocation} AS used
        ON used.deposit_id = payment.deposit_id AND used.kind = 'capture'
          AND used.deleted_at IS NULL
      WHERE payment.order_id = ${order} AND payment.deleted_at IS NULL) AS used)`

/** An order's total, and the money that was used for it. Exact decimals. */
export type OrderCover = { total: string; used: string }

/**
 * Reads an order's total and the money that was used for it. Concurrent calls
 * about an order wait for each other.
 *
 * @param currency the total is zero in any other; null for any
 */
export async function readCover(
  trx: Knex,
  orderId: string,
  currency: string | null
): Promise<OrderCover> {
  await trx.raw("SELECT pg_advisory_xact_lock(hashtextextended(?, 0))", [
    orderId,
  ])
  const { rows } = await trx.raw<{ rows: [OrderCover] }>(
    `SELECT CAST(${totalOfSql(":orderId")} AS text) AS total,
       CAST(${usedForSql(":orderId")} AS text) AS used`,
    { orderId, currency }
  )
  return rows[0]
}

/**
 * Whether an order may have given a buyer the goods that held money is for: it
 * is not cancelled, and its total covers this money and all that was used for it
 * before, in the payment's currency.
 */
export async function isServing(
  trx: Knex,
  orderId: string,
  payment: Pick<Payment, "cart_currency"> | null,
  { amount }: Pick<Coins, "amount">
): Promise<boolean> {
  const currency = payment?.cart_currency ?? null
  const { total, used } = await readCover(trx, orderId, currency)
  return !isMoreThan(sumOf([used, amount]), total)
}

/** Money that is kept for an order which does not ask for as much any more. */
export type UncoveredMoney = {
  id: string
  deposit_id: string
  order_id: string
}

/**
 * Lists allocations that are kept for orders whose total is less than what was
 * used for them, the newest first.
 *
 * @param order_id only of this order
 */
export async function listUncovered(
  db: Knex,
  order_id?: string
): Promise<UncoveredMoney[]> {
  const { rows } = await db.raw<{ rows: UncoveredMoney[] }>(
    `SELECT id, deposit_id, order_id FROM ${TABLE.allocation} AS allocation
     WHERE kind = 'kept' AND deleted_at IS NULL AND order_id IS NOT NULL
       AND (CAST(:order_id AS text) IS NULL OR order_id = :order_id)
       AND ${usedForSql("allocation.order_id")} > ${totalOfSql("allocation.order_id")}
     ORDER BY created_at DESC, id DESC`,
    { order_id: order_id ?? null, currency: null }
  )
  return rows
}
