import { TABLE } from "../tables"

/** SQL of what was captured or refunded of a payment. */
export const movedSql = (table: "capture" | "refund", payment = "paid") =>
  `(SELECT COALESCE(SUM(amount), 0) FROM ${table}
    WHERE payment_id = ${payment}.id AND deleted_at IS NULL)`

/**
 * SQL of a sum in the cart's currency in the stablecoin of a payment of ours, at
 * its price.
 */
export const coinsSql = (ledger: string, sum: string) =>
  `(CASE WHEN ${ledger}.quote_id IS NULL THEN ${sum} ELSE (${sum})
    * CAST(${ledger}.amount AS numeric) / CAST(${ledger}.cart_amount AS numeric) END)`

/**
 * SQL of what Medusa has captured of its payment `own` of our row `ledger`, as
 * `Captured`. Medusa stores more digits than coins have.
 */
export const CAPTURED_SQL = `jsonb_build_object(
  'captured', own.captured_at IS NOT NULL AND EXISTS (
    SELECT 1 FROM capture
    WHERE payment_id = own.id AND deleted_at IS NULL),
  'taken', CAST(GREATEST(round(${coinsSql("ledger", movedSql("capture", "own"))}, 2) - (
    SELECT COALESCE(SUM(CAST(allocated AS numeric)), 0) FROM ${TABLE.refund}
    WHERE deposit_id = ledger.deposit_id AND medusa_refund_id IS NOT NULL
      AND status <> 'void' AND deleted_at IS NULL), 0) AS text))`

/** SQL of what a payment authorized or captured, refunded or not. */
export const takenSql = (payment: string) =>
  `CASE WHEN ${payment}.canceled_at IS NULL THEN ${payment}.amount
    ELSE ${movedSql("capture", payment)} END`

/**
 * SQL of the part of a payment's deposit that the merchant keeps for something
 * else, or returns without a refund of Medusa. An excess is no part of the
 * payment.
 */
export const releasedSql = (payment: string) =>
  `COALESCE((SELECT round(SUM(CAST(COALESCE(used.cart_amount, used.amount) AS numeric))
      * GREATEST(SUM(CAST(used.amount AS numeric)) - GREATEST(
        MAX(CAST(deposit.amount AS numeric) - CAST(in_ledger.amount AS numeric)), 0), 0)
      / SUM(CAST(used.amount AS numeric)), 6)
    FROM ${TABLE.payment} AS in_ledger
    JOIN ${TABLE.deposit} AS deposit ON deposit.id = in_ledger.deposit_id
    JOIN ${TABLE.allocation} AS used
      ON used.deposit_id = deposit.id AND used.deleted_at IS NULL
    LEFT JOIN ${TABLE.refund} AS returned ON returned.id = used.refund_id
    WHERE in_ledger.session_id = ${payment}.payment_session_id
      AND in_ledger.deleted_at IS NULL
      AND (used.kind = 'kept'
        OR used.kind = 'refund' AND returned.medusa_refund_id IS NULL)
    GROUP BY in_ledger.id), 0)`

/** SQL of what the merchant keeps for an order that was placed manually. */
export const keptForSql = (order: string) =>
  `(SELECT COALESCE(SUM(CAST(
      COALESCE(kept.cart_amount, kept.amount) AS numeric)), 0)
    FROM ${TABLE.allocation} AS kept
    WHERE kept.order_id = ${order} AND kept.kind = 'kept'
      AND kept.deleted_at IS NULL)`

/** SQL of what a payment authorized or captured and did not refund. */
export function heldSql(payment: string): string {
  return `GREATEST(${takenSql(payment)} - ${movedSql("refund", payment)}
    - ${releasedSql(payment)}, 0)`
}

/**
 * SQL of an order's total in a row of its sums. Medusa lowers it by each refund,
 * and an edit may lower it below zero, where nothing is due.
 */
export const totalSql = (summary: string) =>
  `GREATEST(CAST(COALESCE(${summary}.totals #>> '{raw_current_order_total,value}',
    ${summary}.totals ->> 'current_order_total') AS numeric), 0)`
