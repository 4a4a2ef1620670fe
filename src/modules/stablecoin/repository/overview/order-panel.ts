import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { TABLE } from "../tables"
import { isAnyOf, type Names } from "../lists/listing"

/** Ids, newest first. */
export type OrderPanel = {
  payments: string[]
  refunds: string[]
  /** Open exceptions only. */
  exceptions: string[]
}

/**
 * Reads the ledger's rows about an order: its payments, those of its payment
 * collections, and their refunds and exceptions.
 */
export async function readOrderPanel(
  db: Knex,
  {
    order_ids,
    payment_collection_ids,
  }: Pick<Names, "order_ids" | "payment_collection_ids">
): Promise<OrderPanel> {
  const payments: string[] = await newest(db, TABLE.payment, [
    db.raw("(? OR ?)", [
      isAnyOf(db, "order_id", order_ids),
      isAnyOf(db, "payment_collection_id", payment_collection_ids),
    ]),
  ])
  const isAbout = isAnyOf(db, "payment_id", payments)
  const [refunds, exceptions] = await Promise.all([
    newest(db, TABLE.refund, [isAbout]),
    newest(db, TABLE.exception, [isAbout, db.raw("status = 'open'")]),
  ])
  return { payments, refunds, exceptions }
}

async function newest(
  db: Knex,
  table: string,
  conditions: readonly Knex.Raw[]
): Promise<string[]> {
  return await db(table)
    .whereNull("deleted_at")
    .where((all) => conditions.forEach((condition) => all.whereRaw(condition)))
    .orderBy([
      { column: "created_at", order: "desc" },
      { column: "id", order: "desc" },
    ])
    .pluck("id")
}
