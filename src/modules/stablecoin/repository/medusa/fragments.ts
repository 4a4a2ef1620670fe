import { TABLE } from "../tables"

/** SQL of whether an order is cancelled. */
export const CANCELED_SQL = `("order".canceled_at IS NOT NULL OR "order".status = 'canceled')`

/** SQL that joins the sums of an order's current version. */
export const SUMMARY_SQL = `JOIN order_summary AS summary
  ON summary.order_id = "order".id AND summary.version = "order".version
    AND summary.deleted_at IS NULL`

/** SQL after FROM of the order linked to a collection. */
export function linkedOrderSql(collection: string, joined = ""): string {
  return `order_payment_collection AS link
    JOIN "order" ON "order".id = link.order_id AND "order".deleted_at IS NULL
    ${joined}
    WHERE link.payment_collection_id = ${collection} AND link.deleted_at IS NULL`
}

/**
 * SQL of the order linked to a collection. It is `standing` if it predates any
 * running cart completion: it is older than Medusa's cart lock lives. A younger
 * one may belong to a completion in progress.
 */
export function orderSql(collection: string): string {
  return `(SELECT jsonb_build_object('id', "order".id, 'canceled', ${CANCELED_SQL},
      'standing', "order".created_at < now() - interval '2 minutes')
    FROM ${linkedOrderSql(collection)} LIMIT 1)`
}

/**
 * SQL of the order that the merchant created manually, keeps money of a
 * collection's payments for, and has not cancelled.
 */
export const manualOrderSql = (collection: string) => `(SELECT
    jsonb_build_object('id', "order".id)
  FROM ${TABLE.payment} AS received
  CROSS JOIN LATERAL (
    VALUES (received.order_id)
    UNION ALL
    SELECT used.order_id FROM ${TABLE.deposit} AS deposit
    JOIN ${TABLE.allocation} AS used
      ON used.deposit_id = deposit.id AND used.deleted_at IS NULL
    WHERE deposit.payment_id = received.id AND used.kind = 'kept'
  ) AS named (id)
  JOIN "order" ON "order".id = named.id
    AND "order".deleted_at IS NULL AND NOT ${CANCELED_SQL}
  WHERE received.payment_collection_id = ${collection}
    AND received.deleted_at IS NULL
    AND NOT EXISTS (SELECT FROM order_payment_collection AS link
      WHERE link.payment_collection_id = ${collection}
        AND link.order_id = "order".id AND link.deleted_at IS NULL)
  LIMIT 1)`

/** SQL of whether money of a payment was reported, seen or claimed. */
export const hasMoneySql = (payment: string) =>
  `(COALESCE(${payment}.returned_result = 'success', false)
    OR EXISTS (SELECT FROM ${TABLE.deposit} AS deposit
      WHERE deposit.payment_id = ${payment}.id AND deposit.deleted_at IS NULL)
    OR EXISTS (SELECT FROM ${TABLE.exception} AS exception
      WHERE exception.payment_id = ${payment}.id AND exception.status = 'open'
        AND exception.deleted_at IS NULL))`

/** SQL of the id of a collection's cart. */
export function cartSql(collection: string): string {
  return `(SELECT cart_id FROM cart_payment_collection
    WHERE payment_collection_id = ${collection} AND deleted_at IS NULL LIMIT 1)`
}

/**
 * SQL of what is priced: the cart of the row `link`, also if it is deleted, or
 * the row `collection` of an amount due without one.
 */
export const PURCHASE_SQL = "COALESCE(link.cart_id, collection.id)"

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
const takenSql = (payment: string) =>
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

/** SQL of whether the row `paid` is ours, and newer than that of a session. */
const isLaterSql = (session: string) =>
  `(paid.created_at, paid.id) > (SELECT created_at, id FROM payment
      WHERE payment_session_id = ${session} AND deleted_at IS NULL LIMIT 1)
    AND EXISTS (SELECT FROM ${TABLE.payment}
      WHERE session_id = paid.payment_session_id AND deleted_at IS NULL)`

/** A buyer may move to another region after a completion of the cart has failed. */
const IN_ITS_CURRENCY = `NOT EXISTS (SELECT FROM payment_collection AS moved_to
  WHERE moved_to.id = paid.payment_collection_id
    AND moved_to.currency_code <> paid.currency_code)`

/**
 * SQL of the sums of `Cover`, and of `taken`, over the payments of some
 * collections. All parameters are SQL expressions.
 *
 * @param recorded refunds of the row `paid` that count
 * @param elsewhere sum that was paid without a collection
 * @param kept sum that the merchant keeps for the order. It goes back before any
 *   money that was held
 */
function coverSql(
  collections: string,
  session: string,
  recorded: string,
  elsewhere: string,
  kept = "0"
): string {
  // Medusa's outstanding amount, which is marked as paid, includes what is kept.
  const beyond = `GREATEST(${kept} - COALESCE(SUM(${heldSql("paid")})
    FILTER (WHERE paid.provider_id = 'pp_system_default'), 0), 0)`
  const sum = (
    amount: string,
    of = "true",
    also = `${elsewhere} + ${beyond}`
  ) =>
    `CAST(COALESCE(SUM(GREATEST(${amount}, 0)) FILTER (WHERE ${of}), 0) + ${also} AS text)`
  const taken = `${takenSql("paid")} - moved.recorded - moved.released`
  const captured = `LEAST(moved.captured - moved.recorded, ${taken})`
  const held = heldSql("paid")
  const isOther = `paid.payment_session_id <> ${session}`
  return `(SELECT jsonb_build_object(
      'covered_by_others', ${sum(taken, isOther)},
      'captured_by_others', ${sum(captured, isOther)},
      'taken', ${sum(taken)},
      'held', ${sum(held, "true", elsewhere)},
      'held_later', ${sum(held, isLaterSql(session), "0")})
    FROM payment AS paid
    CROSS JOIN LATERAL (SELECT ${movedSql("capture")} AS captured,
      ${recorded} AS recorded, ${releasedSql("paid")} AS released) AS moved
    WHERE paid.payment_collection_id IN (${collections})
      AND paid.deleted_at IS NULL AND ${IN_ITS_CURRENCY})`
}

/**
 * SQL of an order's total in a row of its sums. Medusa lowers it by each refund,
 * and an edit may lower it below zero, where nothing is due.
 */
export const totalSql = (summary: string) =>
  `GREATEST(CAST(COALESCE(${summary}.totals #>> '{raw_current_order_total,value}',
    ${summary}.totals ->> 'current_order_total') AS numeric), 0)`

/** Medusa never records a refund that is older than the order. */
const RECORDED_REFUNDS = `(SELECT COALESCE(SUM(refund.amount), 0) FROM refund
  WHERE refund.payment_id = paid.id AND refund.deleted_at IS NULL
    AND (refund.created_at < "order".created_at OR EXISTS (
      SELECT FROM order_transaction AS recorded
      WHERE recorded.reference_id = refund.id
        AND recorded.order_id = "order".id AND recorded.deleted_at IS NULL)))`

/** Payments that the merchant's systems recorded without a collection. */
const PAID_ELSEWHERE = `(SELECT COALESCE(SUM(amount), 0) FROM order_transaction
  WHERE order_id = "order".id AND deleted_at IS NULL
    AND COALESCE(reference, '') NOT IN ('capture', 'refund'))`

const CHANGED_IN = `(SELECT MAX(earlier.version) FROM order_summary AS earlier
  WHERE earlier.order_id = "order".id AND earlier.deleted_at IS NULL
    AND ${totalSql("earlier")} <> ${totalSql("summary")})`

/**
 * SQL of what the row `"order"` asks for over all its collections. It takes the
 * row `summary` of `SUMMARY_SQL`.
 *
 * Medusa's edits leave collections behind that ask for more than the order, and
 * its current total alone is right. Its paid total is not used: Medusa notes a
 * capture with the order only after it was made, and an authorization never. The
 * payments are summed instead. A refund that leaves less than the total paid
 * lowers the total as well, once it is recorded.
 */
export function orderDueSql(session: string): string {
  const collections = `SELECT payment_collection_id FROM order_payment_collection
    WHERE order_id = "order".id AND deleted_at IS NULL`
  return `(jsonb_build_object(
      'total', CAST(${totalSql("summary")} AS text),
      'changed_in', ${CHANGED_IN})
      || ${coverSql(collections, session, RECORDED_REFUNDS, PAID_ELSEWHERE, keptForSql('"order".id'))})`
}

/**
 * SQL of how much of a collection and of its order other sessions than one have
 * paid. The parameters are SQL expressions.
 */
export function dueSql(collection: string, session: string): string {
  return `(${coverSql(collection, session, movedSql("refund"), "0")}
    || jsonb_build_object('order_due', (SELECT ${orderDueSql(session)}
      FROM ${linkedOrderSql(collection, SUMMARY_SQL)} LIMIT 1)))`
}

/** SQL of the row `collection` alone. */
export const COLLECTION_SQL = `jsonb_build_object(
  'amount', collection.raw_amount ->> 'value',
  'currency', collection.currency_code,
  'status', collection.status)`

/** SQL of the row `collection` with its due; null if there is none. */
export function collectionSql(session: string): string {
  return `CASE WHEN collection.id IS NOT NULL
    THEN ${COLLECTION_SQL} || ${dueSql("collection.id", session)} END`
}
