/** SQL of the ids of a statement, which an index is then searched for. */
export function anyOf(column: string, ids: string): string {
  return `${column} = ANY(ARRAY(${ids}))`
}

/** SQL of the rows `payment` of some orders, as recorded or as linked now. */
export function ofOrders(ids: string): string {
  return `${anyOf("payment.order_id", ids)} OR ${anyOf(
    "payment.payment_collection_id",
    `SELECT payment_collection_id FROM order_payment_collection
     WHERE ${anyOf("order_id", ids)} AND deleted_at IS NULL`
  )}`
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
