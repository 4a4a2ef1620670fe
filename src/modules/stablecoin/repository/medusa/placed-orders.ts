import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { TABLE } from "../tables"
import type { MedusaColumns } from "./columns"

export const PLACED_ORDER_COLUMNS = {
  order_payment_collection: ["order_id", "payment_collection_id", "deleted_at"],
} satisfies MedusaColumns

/**
 * Makes paid payments of an order due whose order is not recorded yet, unless
 * they are reconciled by `soon` anyway.
 *
 * @returns their ids
 */
export async function scheduleOrdered(
  db: Knex,
  order_id: string,
  soon: Date,
  now: Date
): Promise<string[]> {
  // Ordered, so that concurrent calls don't deadlock.
  const { rows } = await db.raw<{ rows: { payment_id: string }[] }>(
    `WITH waiting AS (
       SELECT schedule.payment_id
       FROM order_payment_collection AS link
       JOIN ${TABLE.payment} AS payment
         ON payment.payment_collection_id = link.payment_collection_id
       JOIN ${TABLE.schedule} AS schedule ON schedule.payment_id = payment.id
       WHERE link.order_id = :order_id AND link.deleted_at IS NULL
         AND payment.status = 'paid' AND payment.order_id IS NULL
         AND payment.deleted_at IS NULL
         AND (schedule.next_reconcile_at IS NULL
           OR schedule.next_reconcile_at > :soon)
       ORDER BY schedule.payment_id
       FOR UPDATE OF schedule
     )
     UPDATE ${TABLE.schedule} AS schedule
     SET next_reconcile_at = :now, revision = schedule.revision + 1
     FROM waiting
     WHERE schedule.payment_id = waiting.payment_id
     RETURNING schedule.payment_id`,
    { order_id, soon, now }
  )
  return rows.map(({ payment_id }) => payment_id)
}
