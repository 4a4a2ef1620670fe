import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { Coins } from "../../../../ledger"
import { TABLE } from "../tables"

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
