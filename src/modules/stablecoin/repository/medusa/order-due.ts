import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import {
  type Coins,
  SETTLEMENT_KINDS,
  toExactDecimal,
} from "../../../../ledger"
import { TABLE } from "../tables"
import { orderDueSql } from "./cover"
import {
  CANCELED_SQL,
  linkedOrderSql,
  manualOrderSql,
  SUMMARY_SQL,
} from "./fragments"

const SETTLEMENTS = SETTLEMENT_KINDS.map((kind) => `'${kind}'`).join(", ")

/**
 * SQL of whether the money of a payment `received` is being settled, and the
 * merchant need not decide: Medusa's tables show nothing of it yet.
 */
const isSettlingSql = (condition: string) => `EXISTS (
  SELECT FROM ${TABLE.payment} AS received
  JOIN ${TABLE.schedule} AS schedule ON schedule.payment_id = received.id
  WHERE ${condition} AND received.status = 'paid'
    AND received.deleted_at IS NULL
    AND schedule.next_reconcile_at IS NOT NULL
    AND NOT EXISTS (SELECT FROM payment
      WHERE payment_session_id = received.session_id
        AND deleted_at IS NULL)
    AND NOT EXISTS (SELECT FROM ${TABLE.refund}
      WHERE payment_id = received.id AND deleted_at IS NULL)
    AND NOT EXISTS (SELECT FROM ${TABLE.exception}
      WHERE payment_id = received.id AND deleted_at IS NULL
        AND (status = 'open' OR (resolution IN ('refund', 'close')
          AND kind IN (${SETTLEMENTS}) AND details ->> 'status' = 'paid'
          AND resolved_by IS NOT NULL))))`

/**
 * SQL of whether a payment of a collection is paid, its order is being placed
 * or its money captured, and the merchant need not decide. Medusa's tables show
 * nothing of that money yet. The parameter is a SQL expression.
 */
export function isBeingPlacedSql(collection: string): string {
  return `(${manualOrderSql(collection)} IS NOT NULL
    OR ${isSettlingSql(`received.payment_collection_id = ${collection}`)})`
}

/** SQL of the region of the order linked to a collection. */
export const orderRegionSql = (collection: string) =>
  `(SELECT "order".region_id FROM ${linkedOrderSql(collection)} LIMIT 1)`

/** An amount due: an exact decimal, and its currency in lower case. */
export type OrderDue = { amount: string; currency: string }

/**
 * SQL of what an order asks its buyer for, over all its collections: nothing
 * while money for it is captured.
 *
 * @param order an expression that names no table `"order"`, which it would mean
 */
export const owesSql = (order: string) =>
  `CASE WHEN ${isSettlingSql(`received.payment_collection_id IN (
      SELECT payment_collection_id FROM order_payment_collection
      WHERE order_id = ${order} AND deleted_at IS NULL)`)} THEN 0
    ELSE COALESCE((SELECT GREATEST(CAST(due ->> 'total' AS numeric)
        - CAST(due ->> 'covered_by_others' AS numeric), 0)
      FROM "order" ${SUMMARY_SQL}
      CROSS JOIN LATERAL (SELECT ${orderDueSql("''")} AS due) AS over_all
      WHERE "order".id = ${order} AND NOT ${CANCELED_SQL}), 0) END`

/** Its buyer may pay one of its collections. */
const IS_ASKED = `EXISTS (SELECT FROM order_payment_collection AS link
  JOIN payment_collection AS collection
    ON collection.id = link.payment_collection_id
      AND collection.status IN ('not_paid', 'awaiting')
      AND collection.deleted_at IS NULL
  WHERE link.order_id = "order".id AND link.deleted_at IS NULL)`

/**
 * Reads what an order asks for while none of its payment collections does, such
 * as one that was created manually. Null: nothing.
 */
export async function readOrderDue(
  db: Knex,
  orderId: string
): Promise<OrderDue | null> {
  const { rows } = await db.raw<{ rows: OrderDue[] }>(
    `SELECT asked.amount, lower(currency_code) AS currency
     FROM "order" CROSS JOIN LATERAL (SELECT ${owesSql(":orderId")} AS amount) AS asked
     WHERE "order".id = :orderId AND NOT is_draft_order
       AND round(asked.amount, 2) > 0 AND NOT ${IS_ASKED}`,
    { orderId }
  )
  const [due] = rows
  return due ? { ...due, amount: toExactDecimal(due.amount) } : null
}

/**
 * Reads the money that is kept for an order, of other payments than these, by
 * coin.
 */
export async function readKeptOtherwise(
  db: Knex,
  order_id: string,
  payments: readonly string[]
): Promise<Pick<Coins, "amount" | "currency">[]> {
  const { rows } = await db.raw<{
    rows: Pick<Coins, "amount" | "currency">[]
  }>(
    `SELECT deposit.currency, CAST(SUM(CAST(used.amount AS numeric)) AS text) AS amount
     FROM ${TABLE.allocation} AS used
     JOIN ${TABLE.deposit} AS deposit ON deposit.id = used.deposit_id
     WHERE used.order_id = :order_id AND used.kind = 'kept'
       AND used.deleted_at IS NULL
       AND COALESCE(deposit.payment_id <> ALL(:payments), true)
     GROUP BY deposit.currency ORDER BY deposit.currency`,
    { order_id, payments: [...payments] }
  )
  return rows
}
