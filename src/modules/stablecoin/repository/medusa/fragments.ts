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
