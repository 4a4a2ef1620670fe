import { anyOf, ofCustomers, usedForOrders } from "../medusa/payments-of"
import { TABLE } from "../tables"

const ORDER_NUMBER = /^#?(\d{1,10})$/
const LARGEST_ORDER_NUMBER = 2 ** 31 - 1

/** The values that the SQL of a search names. */
export function searched(
  q: string
): Record<string, string | number | null | string[]> {
  const digits = Number(ORDER_NUMBER.exec(q)?.[1] ?? Number.NaN)
  const number = digits <= LARGEST_ORDER_NUMBER ? digits : null
  const lower = q.toLowerCase()
  return {
    q,
    lower,
    // The gateway's ids are hexadecimal. The contract fixes no case. Medusa
    // stores addresses in lower case, unless another system wrote them.
    spellings: [...new Set([q, lower, q.toUpperCase()])],
    number,
    // A number is an order's, wherever else its digits are.
    part: number === null ? `%${q.replace(/[\\%_]/g, "\\$&")}%` : null,
  }
}

/** The customer with an id, and those with an e-mail address. */
const CUSTOMERS = `SELECT CAST(:q AS text) UNION ALL SELECT id FROM customer
  WHERE email = ANY(:spellings) AND deleted_at IS NULL`

const NUMBERED = `SELECT id FROM "order"
  WHERE display_id = CAST(:number AS int) AND deleted_at IS NULL`

/**
 * SQL of the payments with an id, a hash or an address, those of an order
 * number, and those of a customer. Each of these has an index.
 */
export const NAMED_PAYMENT = [
  ...[
    "id",
    "session_id",
    "payment_collection_id",
    "cart_id",
    "order_id",
    "reference",
  ].map((column) => `payment.${column} = :q`),
  "payment.gateway_id = ANY(:spellings)",
  "lower(payment.tx_hash) = :lower",
  "lower(payment.destination_address) = :lower",
  // A transfer that an exception reports, such as a second one.
  anyOf(
    "payment.id",
    `SELECT payment_id FROM ${TABLE.exception}
     WHERE lower(details ->> 'tx_hash') = :lower AND deleted_at IS NULL`
  ),
  usedForOrders(NUMBERED),
  ofCustomers(CUSTOMERS),
].join(" OR ")

/** SQL of the rows that belong to such a payment. */
export function ofNamedPayment(row: string): string {
  return anyOf(
    `${row}.payment_id`,
    `SELECT payment.id FROM ${TABLE.payment} AS payment
     WHERE payment.deleted_at IS NULL AND (${NAMED_PAYMENT})`
  )
}
