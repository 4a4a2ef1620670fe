import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { TABLE } from "../tables"

/** Counts a collection's open payments that take a slot. */
export async function countOpen(
  db: Knex,
  collectionId: string
): Promise<number> {
  const rows = await db(TABLE.payment)
    .where({ payment_collection_id: collectionId, deleted_at: null })
    .whereIn("status", ["creating", "pending"])
    .whereNotNull("open_slot")
    .select("id")
  return rows.length
}
