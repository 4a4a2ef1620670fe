import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { type WebhookEventRow, TABLE } from "../tables"

/**
 * One statement of a purge: at most `limit` rows, from where the last one
 * ended.
 */
export type PurgeBatch = { before: Date; limit: number; from?: Date }

/**
 * The number of purged rows, and where the next statement begins; null at the
 * end.
 */
export type Purged = { count: number; next: Date | null }

/**
 * Deletes finished webhooks that are past their retention. Webhooks that an
 * open exception refers to stay, as evidence. Skips rows that another process
 * has locked.
 */
export async function purgeWebhookEvents(
  db: Knex,
  batch: PurgeBatch
): Promise<Purged> {
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
): Promise<Purged> {
  return await deleteOld(db, batch, (rows) =>
    rows.where({ status: "ignored" }).whereNull("body").whereNull("payment_id")
  )
}

async function deleteOld(
  db: Knex,
  { before, limit, from }: PurgeBatch,
  which: (rows: Knex.QueryBuilder) => Knex.QueryBuilder
): Promise<Purged> {
  const old = which(
    db<WebhookEventRow>(TABLE.webhookEvent)
      .select("id")
      // Matches the indexes' condition, so that they are used.
      .whereNull("deleted_at")
      .where("created_at", "<", before)
      // Skips index entries of deleted rows, which stay until a vacuum.
      .where("created_at", ">=", from ?? "-infinity")
  )
    .orderBy("created_at")
    .limit(limit)
    .forUpdate()
    .skipLocked()
  const deleted = await db
    .withMaterialized("old", old)
    .from<WebhookEventRow>(TABLE.webhookEvent)
    .whereRaw("id = ANY(ARRAY(SELECT id FROM old))")
    .delete()
    .returning<Pick<WebhookEventRow, "created_at">[]>("created_at")
  return purgedOf(deleted, limit)
}

/**
 * Starts the next statement at the last row's time, since rows of the same time
 * may be left.
 */
export function purgedOf(
  rows: readonly { created_at: Date }[],
  limit: number
): Purged {
  const last = Math.max(...rows.map(({ created_at }) => created_at.getTime()))
  const isFull = rows.length === limit
  return { count: rows.length, next: isFull ? new Date(last) : null }
}
