import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { Found } from "../lists/listing"
import { escapePattern, FOUND_ROWS } from "../lists/search"
import { throughIndexes } from "../lists/through-indexes"
import { TABLE } from "../tables"

/** Maximum of e-mail addresses that are compared with the beginning of one. */
const READ_CUSTOMERS = 100

/** Maximum of carts and of orders that are followed for each customer. */
const FOLLOWED = 100

/**
 * Finds the payments of customers whose e-mail address begins with a text, in
 * upper or lower case.
 *
 * Medusa's index of addresses is in the locale's order, so PostgreSQL can't
 * look up a beginning in it. In each locale, however, the addresses that begin
 * with a text follow it closely: only the next ones in the index are read and
 * compared. The plugin stores no address itself, and adds no index to Medusa's
 * tables.
 */
export async function findPaymentsByEmail(
  db: Knex,
  beginning: string
): Promise<Found> {
  // Medusa stores addresses in lower case, unless another system wrote them.
  const lower = beginning.toLowerCase()
  const spellings = [...new Set([lower, beginning])]
  const next = spellings.map(
    () => `(SELECT id, email FROM customer
      WHERE email >= ? AND deleted_at IS NULL
      ORDER BY email LIMIT ${READ_CUSTOMERS})`
  )
  return await throughIndexes(db, async (trx) => {
    const { rows } = await trx.raw<{
      rows: { payments: string[]; is_cut_short: boolean }[]
    }>(
      `WITH named AS MATERIALIZED (
         SELECT DISTINCT id FROM (${next.join(" UNION ALL ")}) AS next
         WHERE lower(email) LIKE ?
       ), found AS MATERIALIZED (
         (SELECT payment.id FROM named JOIN ${TABLE.payment} AS payment
           ON payment.customer_id = named.id AND payment.deleted_at IS NULL
           LIMIT ${FOUND_ROWS + 1})
         UNION (${followed('"order"', "order_id")})
         UNION (${followed("cart", "cart_id")})
       )
       SELECT ARRAY(SELECT id FROM found LIMIT ${FOUND_ROWS}) AS payments,
         (SELECT count(*) FROM found) > ${FOUND_ROWS}
           OR (SELECT count(*) FROM named) >= ${READ_CUSTOMERS} AS is_cut_short`,
      [...spellings, `${escapePattern(lower)}%`]
    )
    const [found] = rows
    return {
      ids: found?.payments ?? [],
      isCutShort: found?.is_cut_short ?? false,
    }
  })
}

/**
 * The payments of carts or orders that Medusa has for the customers: a payment
 * that was started without a customer has none.
 */
function followed(table: string, column: string): string {
  return `SELECT payment.id FROM named CROSS JOIN LATERAL (
      SELECT id FROM ${table} AS theirs
      WHERE theirs.customer_id = named.id AND theirs.deleted_at IS NULL
      LIMIT ${FOLLOWED}
    ) AS theirs
    JOIN ${TABLE.payment} AS payment
      ON payment.${column} = theirs.id AND payment.deleted_at IS NULL
    LIMIT ${FOUND_ROWS + 1}`
}
