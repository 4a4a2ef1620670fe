import { TABLE } from "../tables"

/** SQL of the ids of a statement, which an index is then searched for. */
export function anyOf(column: string, ids: string): string {
  return `${column} = ANY(ARRAY(${ids}))`
}

/**
 * SQL of the rows `payment` of some orders, as recorded or as linked now. A
 * cancelled order that was placed manually has only the refund.
 */
export function ofOrders(ids: string): string {
  const of = (table: string, column: string) => `SELECT ${column} FROM ${table}
    WHERE ${anyOf("order_id", ids)} AND deleted_at IS NULL`
  return [
    anyOf("payment.order_id", ids),
    anyOf("payment.id", of(TABLE.refund, "payment_id")),
    anyOf(
      "payment.payment_collection_id",
      of("order_payment_collection", "payment_collection_id")
    ),
  ].join(" OR ")
}

/**
 * SQL of the same rows for the merchant, with those whose money is kept for an
 * order. It may be of another customer, whose payments they are not.
 */
export function usedForOrders(ids: string): string {
  const kept = `SELECT deposit.payment_id FROM ${TABLE.allocation} AS used
    JOIN ${TABLE.deposit} AS deposit ON deposit.id = used.deposit_id
    WHERE ${anyOf("used.order_id", ids)} AND used.deleted_at IS NULL`
  return [ofOrders(ids), anyOf("payment.id", kept)].join(" OR ")
}

/**
 * SQL of the rows `payment` of some customers. A payment records the customer
 * that it was started for. A buyer may log in or correct the e-mail address
 * later, and an order may be transferred: its cart and its order have the
 * current customer.
 */
export function ofCustomers(ids: string): string {
  const theirs = (table: string) => `SELECT id FROM ${table}
    WHERE ${anyOf("customer_id", ids)} AND deleted_at IS NULL`
  return [
    anyOf("payment.customer_id", ids),
    anyOf("payment.cart_id", theirs("cart")),
    ofOrders(theirs('"order"')),
  ].join(" OR ")
}
