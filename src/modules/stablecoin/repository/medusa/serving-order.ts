import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { Coins, Payment } from "../../../../ledger"
import { TABLE } from "../tables"
import { CANCELED_SQL, SUMMARY_SQL, totalSql } from "./fragments"

/** Money that is kept for an order, or was captured for it. */
const USED_FOR = `SELECT SUM(CAST(used.amount AS numeric))
  FROM ${TABLE.allocation} AS used
  JOIN ${TABLE.deposit} AS deposit ON deposit.id = used.deposit_id
  LEFT JOIN ${TABLE.payment} AS payment ON payment.deposit_id = deposit.id
  WHERE used.deleted_at IS NULL
    AND (used.kind = 'kept' AND used.order_id = :orderId
      OR used.kind = 'capture' AND payment.order_id = :orderId)`

/**
 * Whether an order may have given a buyer the goods that held money is for: it
 * is not cancelled, and its total covers this money and all that was used for it
 * before, in the payment's currency. Concurrent calls about an order wait for
 * each other.
 */
export async function isServing(
  trx: Knex,
  orderId: string,
  payment: Pick<Payment, "cart_currency"> | null,
  { amount }: Pick<Coins, "amount">
): Promise<boolean> {
  await trx.raw("SELECT pg_advisory_xact_lock(hashtextextended(?, 0))", [
    orderId,
  ])
  const { rows } = await trx.raw<{ rows: unknown[] }>(
    `SELECT 1 FROM "order" ${SUMMARY_SQL}
     WHERE "order".id = :orderId AND "order".deleted_at IS NULL
       AND NOT ${CANCELED_SQL}
       AND (CAST(:currency AS text) IS NULL
         OR lower("order".currency_code) = :currency)
       AND ${totalSql("summary")} >= CAST(:amount AS numeric) + COALESCE((${USED_FOR}), 0)`,
    { orderId, amount, currency: payment?.cart_currency ?? null }
  )
  return rows.length > 0
}
