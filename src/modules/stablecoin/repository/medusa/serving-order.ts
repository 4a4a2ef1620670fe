import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { Coins, Payment } from "../../../../ledger"
import type { MedusaColumns } from "./columns"

export const SERVING_ORDER_COLUMNS = {
  order: [
    "id",
    "currency_code",
    "version",
    "canceled_at",
    "status",
    "deleted_at",
  ],
  order_summary: ["order_id", "version", "totals", "deleted_at"],
} satisfies MedusaColumns

/**
 * Whether an order may have given a buyer the goods that held money is for: it
 * is not cancelled, and its total is at least that in the payment's currency.
 */
export async function isServing(
  db: Knex,
  orderId: string,
  payment: Pick<Payment, "cart_currency"> | null,
  { amount }: Pick<Coins, "amount">
): Promise<boolean> {
  const { rows } = await db.raw<{ rows: unknown[] }>(
    `SELECT 1 FROM "order"
     JOIN order_summary AS summary ON summary.order_id = "order".id
       AND summary.version = "order".version AND summary.deleted_at IS NULL
     WHERE "order".id = :orderId AND "order".deleted_at IS NULL
       AND "order".canceled_at IS NULL AND "order".status <> 'canceled'
       AND (CAST(:currency AS text) IS NULL
         OR lower("order".currency_code) = :currency)
       AND CAST(summary.totals ->> 'current_order_total' AS numeric)
         >= CAST(:amount AS numeric)`,
    { orderId, amount, currency: payment?.cart_currency ?? null }
  )
  return rows.length > 0
}
