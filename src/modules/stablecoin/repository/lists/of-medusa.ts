import { unpaidSql } from "../medusa/serving-order"

/** SQL of an order as a reference, or null. The parameter is its alias. */
export function orderSql(order: string): string {
  return `CASE WHEN ${order}.id IS NOT NULL THEN jsonb_build_object(
    'id', ${order}.id, 'display_id', ${order}.display_id) END`
}

/** Whose the order is now, or else the cart, or else who started it. */
export const CUSTOMER_ID =
  'COALESCE("order".customer_id, cart.customer_id, payment.customer_id)'

/**
 * SQL that joins what Medusa has for the row `payment`. Its order is the
 * recorded one, or else the one linked to its collection, since a payment
 * records its order when it is paid.
 */
export const OF_MEDUSA = `
  LEFT JOIN "order" ON "order".deleted_at IS NULL
    AND "order".id = COALESCE(payment.order_id, (
      SELECT link.order_id FROM order_payment_collection AS link
      WHERE link.payment_collection_id = payment.payment_collection_id
        AND link.deleted_at IS NULL LIMIT 1))
  LEFT JOIN cart ON cart.id = payment.cart_id
  LEFT JOIN customer ON customer.id = ${CUSTOMER_ID}
    AND customer.deleted_at IS NULL`

/** The order of the row `payment`. */
export const ORDER = orderSql('"order"')

/** The amount that the order of the row `payment` lacks, or null. */
export const ORDER_MISSING = `(SELECT CAST(round(${unpaidSql("own.id")}, 2) AS text)
  FROM (SELECT "order".id AS id) AS own WHERE own.id IS NOT NULL)`

/** The customer, or the cart's e-mail address where there is no customer. */
export const CUSTOMER = `CASE
  WHEN customer.id IS NOT NULL
    THEN jsonb_build_object('id', customer.id, 'email', customer.email)
  WHEN cart.email IS NOT NULL
    THEN jsonb_build_object('id', NULL, 'email', cart.email) END`

export const ORDER_NUMBER = '"order".display_id'

export const CUSTOMER_EMAIL = "COALESCE(customer.email, cart.email)"
