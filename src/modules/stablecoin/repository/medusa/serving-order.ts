import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { RefusedError } from "../../../../exceptions/refused-error"
import {
  coinsOf,
  type Coins,
  differenceOf,
  isMoreThan,
  type Part,
  type Payment,
  sumOf,
  toExactDecimal,
} from "../../../../ledger"
import { DOLLAR } from "../../../../pricing"
import { TABLE } from "../tables"
import { CANCELED_SQL, SUMMARY_SQL } from "./fragments"
import { heldSql, keptForSql, totalSql } from "./sums"

/**
 * SQL of the total of an order, zero where nothing is to be delivered, such as of
 * a draft. A refund of another payment lowers Medusa's total by a credit line,
 * and not the goods.
 *
 * @param order an expression that names no table `"order"`, which it would mean
 */
export const totalOfSql = (order: string, currency = "NULL") =>
  `COALESCE((SELECT ${totalSql("summary")} + LEAST(
      CAST(COALESCE(summary.totals ->> 'credit_line_total', '0') AS numeric),
      (SELECT COALESCE(-SUM(amount), 0) FROM order_transaction
        WHERE order_id = "order".id AND reference = 'refund'
          AND deleted_at IS NULL))
    FROM "order" ${SUMMARY_SQL}
    WHERE "order".id = ${order} AND "order".deleted_at IS NULL
      AND NOT "order".is_draft_order AND NOT ${CANCELED_SQL}
      AND (CAST(${currency} AS text) IS NULL
        OR lower("order".currency_code) = ${currency})), 0)`

/**
 * SQL of the money that is kept for an order, or that its own payments hold. A
 * merchant marks a manual order as paid by the system's provider, which is no
 * money of its own.
 */
const usedForSql = (order: string) =>
  `(${keptForSql(order)} + (SELECT COALESCE(SUM(${heldSql("paid")}), 0)
    FROM order_payment_collection AS link
    JOIN payment AS paid
      ON paid.payment_collection_id = link.payment_collection_id
        AND paid.deleted_at IS NULL AND paid.provider_id <> 'pp_system_default'
    WHERE link.order_id = ${order} AND link.deleted_at IS NULL))`

/**
 * SQL of whether more money is used for an order than it asks for. Medusa's totals
 * have more digits than coins.
 */
export const isUncoveredSql = (order: string) =>
  `round(${usedForSql(order)} - ${totalOfSql(order)}, 2) > 0`

/**
 * SQL of what an order asks for, and no payment of Medusa or ours covers. The
 * amount that is marked as paid in Medusa includes what is kept for it.
 */
export const unpaidSql = (order: string) =>
  `GREATEST(${totalOfSql(order)} - ${usedForSql(order)}, 0) - (SELECT
      GREATEST(COALESCE(SUM(${heldSql("paid")}), 0) - ${keptForSql(order)}, 0)
    FROM order_payment_collection AS link
    JOIN payment AS paid
      ON paid.payment_collection_id = link.payment_collection_id
        AND paid.deleted_at IS NULL AND paid.provider_id = 'pp_system_default'
    WHERE link.order_id = ${order} AND link.deleted_at IS NULL)`

/**
 * Reads an order's total and the money that was used for it, as exact decimals.
 * Concurrent calls about an order wait for each other.
 *
 * @param currency the total is zero in any other; null for any
 */
export async function readCover(
  trx: Knex,
  orderId: string,
  currency: string | null
): Promise<{ total: string; used: string }> {
  await trx.raw("SELECT pg_advisory_xact_lock(hashtextextended(?, 0))", [
    orderId,
  ])
  const { rows } = await trx.raw<{ rows: [{ total: string; used: string }] }>(
    `SELECT CAST(${totalOfSql(":orderId", ":currency")} AS text) AS total,
       CAST(${usedForSql(":orderId")} AS text) AS used`,
    { orderId, currency }
  )
  return rows[0]
}

/**
 * Verifies that an order can have given a buyer the goods that held money is
 * for: it is not cancelled, and its total covers this money and all that was
 * used for it before, in the payment's currency.
 *
 * @param other_customer whether the merchant has confirmed that it may be of
 *   another customer
 * @param is_captured whether settling captures the money for the payment's own
 *   order
 * @throws RefusedError if it can't
 */
export async function assertServes(
  trx: Knex,
  orderId: string,
  payment: Payment | null,
  { amount, cart_amount, currency }: Part & Pick<Coins, "currency">,
  { other_customer = false, is_captured = false }
): Promise<void> {
  const own =
    payment && is_captured
      ? await trx("order_payment_collection")
          .where({
            order_id: orderId,
            payment_collection_id: payment.payment_collection_id,
            deleted_at: null,
          })
          .first("id")
      : undefined
  if (own) {
    throw new RefusedError("own_order")
  }
  // Only dollars are worth as much as coins without a price.
  const orderCurrency = payment?.cart_currency ?? DOLLAR
  const { total, used } = await readCover(trx, orderId, orderCurrency)
  if (isMoreThan(sumOf([used, cart_amount]), total)) {
    if (!isMoreThan(total, "0")) {
      throw new RefusedError("unknown_order")
    }
    const takes = differenceOf(total, used)
    if (!isMoreThan(takes, "0")) {
      throw new RefusedError("paid_order")
    }
    const excess = differenceOf(
      amount,
      payment ? coinsOf(payment, takes) : takes
    )
    throw new RefusedError("small_order", {
      takes,
      total: toExactDecimal(total),
      held: `${amount} ${currency}`,
      excess: `${excess} ${currency}`,
    })
  }
  const other =
    payment && !other_customer ? await readOther(trx, orderId, payment) : null
  if (other) {
    throw new RefusedError("other_customer", other)
  }
}

/**
 * SQL that joins the customer of the row `payment`. One without a cart has that
 * of its collection's order.
 */
const PAYER_SQL = `LEFT JOIN cart ON cart.id = payment.cart_id
  LEFT JOIN "order" AS own ON own.id = (
    SELECT order_id FROM order_payment_collection
    WHERE payment_collection_id = payment.payment_collection_id
      AND deleted_at IS NULL LIMIT 1)
  LEFT JOIN customer ON customer.id
    = COALESCE(cart.customer_id, own.customer_id, payment.customer_id)`

/** SQL of whether the row `"order"` has neither that customer nor e-mail. */
const IS_OTHERS_SQL = `("order".customer_id IS DISTINCT FROM customer.id
  AND lower("order".email) IS DISTINCT FROM
    lower(COALESCE(cart.email, own.email))
  AND lower("order".email) IS DISTINCT FROM lower(customer.email))`

/**
 * Reads the e-mail addresses of an order and of a payment, if they are of
 * different customers.
 */
export async function readOther(
  trx: Knex,
  orderId: string,
  { id }: Pick<Payment, "id">
): Promise<Record<"theirs" | "payers", string> | null> {
  const { rows } = await trx.raw<{
    rows: Record<"theirs" | "payers", string>[]
  }>(
    `SELECT COALESCE("order".email, '—') AS theirs,
       COALESCE(cart.email, own.email, customer.email, '—') AS payers
     FROM ${TABLE.payment} AS payment
     JOIN "order" ON "order".id = :orderId
     ${PAYER_SQL}
     WHERE payment.id = :id AND ${IS_OTHERS_SQL}`,
    { orderId, id }
  )
  return rows[0] ?? null
}

/** Money that is kept for an order which does not ask for as much any more. */
export type UncoveredMoney = {
  id: string
  deposit_id: string
  payment_id: string | null
}

/**
 * Lists allocations that are kept for orders whose total is less than what was
 * used for them, the newest first.
 *
 * @param of only of this order, or of the order of one of Medusa's payments
 */
export async function listUncovered(
  db: Knex,
  of: { order_id?: string; medusa_payment_id?: string } = {}
): Promise<UncoveredMoney[]> {
  const { rows } = await db.raw<{ rows: UncoveredMoney[] }>(
    `SELECT allocation.id, deposit_id, deposit.payment_id
     FROM ${TABLE.allocation} AS allocation
     JOIN ${TABLE.deposit} AS deposit ON deposit.id = allocation.deposit_id
     WHERE kind = 'kept' AND allocation.deleted_at IS NULL
       AND order_id IS NOT NULL
       AND (CAST(:order_id AS text) IS NULL OR order_id = :order_id)
       AND (CAST(:medusa_payment_id AS text) IS NULL OR order_id IN (
         SELECT link.order_id FROM payment AS paid
         JOIN order_payment_collection AS link
           ON link.payment_collection_id = paid.payment_collection_id
             AND link.deleted_at IS NULL
         WHERE paid.id = :medusa_payment_id))
       AND ${isUncoveredSql("allocation.order_id")}
     ORDER BY allocation.created_at DESC, allocation.id DESC`,
    { order_id: null, medusa_payment_id: null, ...of }
  )
  return rows
}
