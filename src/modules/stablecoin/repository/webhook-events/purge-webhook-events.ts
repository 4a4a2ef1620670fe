import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { type WebhookEventRow, TABLE } from "../tables"

/** One statement of a purge: the oldest rows, at most `limit`. */
export type PurgeBatch = { before: Date; limit: number }

/**
 * Deletes finished webhooks that are past their retention. Webhooks that an
 * open exception refers to stay, as evidence. Skips rows that another process
 * has locked.
 *
 * @returns how many were deleted
 */
export async function purgeWebhookEvents(
  db: Knex,
  batch: PurgeBatch
): Promise<number> {
  return await deleteOld(db, batch, (rows) =>
    rows
      .whereIn("status", ["processed", "ignored", "dead"])
      .whereNotExists(
        db(TABLE.exception)
          .whereRaw("??.webhook_event_id = ??.id", [
            TABLE.exception,
            TABLE.webhookEvent,
          ])
          .where({ status: "open" })
      )
  )
}

/**
 * Deletes webhooks about other shops' orders, of which only a digest is left.
 */
export async function purgeForeignWebhookEvents(
  db: Knex,
  batch: PurgeBatch
): Promise<number> {
  return await deleteOld(db, batch, (rows) =>
    rows.where({ status: "ignored" }).whereNull("body").whereNull("payment_id")
  )
}

async function deleteOld(
  db: Knex,
  { before, limit }: PurgeBatch,
  which: (rows: Knex.QueryBuilder) => Knex.QueryBuilder
): Promise<number> {
  const old = which(
    db<WebhookEventRow>(TABLE.webhookEvent)
      .select("id")
      // Matches the indexes' condition, so that they are used.
      .whereNull("deleted_at")
      .where("created_at", "<", before)
  )
    .orderBy("created_at")
    .limit(limit)
    .forUpdate()
    .skipLocked()
  return await db
    .withMaterialized("old", old)
    .from<WebhookEventRow>(TABLE.webhookEvent)
    .whereRaw("id = ANY(ARRAY(SELECT id FROM old))")
    .delete()
}
