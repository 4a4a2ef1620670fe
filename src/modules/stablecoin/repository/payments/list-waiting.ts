import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { type PaymentRow, TABLE } from "../tables"

/** Lists a collection's open payments that take a slot, oldest first. */
export async function listWaiting(
  db: Knex,
  collectionId: string
): Promise<PaymentRow[]> {
  return await db(TABLE.payment)
    .where({ payment_collection_id: collectionId, deleted_at: null })
    .whereIn("status", ["creating", "pending"])
    .whereNotNull("open_slot")
    .orderBy(["created_at", "id"])
    .select<PaymentRow[]>("*")
}
