import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { type WebhookEventRow, TABLE } from "./tables"

/** A part of a purge: so many rows in a statement, from where the last one ended. */
export type PurgeBatch = { before: Date; limit: number; from?: Date }

/** The number of deleted rows, and where the next statement begins; null at the end. */
export type Purged = { count: number; next: Date | null }

/**
 * Deletes webhooks that were driven to an end and are older than the time they
 * are kept. Those that an open exception is about stay, as evidence. Rows that
 * another process deletes at this moment are left to it.
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

/** Deletes what is left of webhooks about other shops' orders: nothing but a digest. */
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
      // As the indexes say it, so that they are used.
      .whereNull("deleted_at")
      .where("created_at", "<", before)
      // Entries of rows just deleted stay in the index until a vacuum.
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

/** Rows of the same moment may be left: the next statement begins with it. */
export function purgedOf(
  rows: readonly { created_at: Date }[],
  limit: number
): Purged {
  const last = Math.max(...rows.map(({ created_at }) => created_at.getTime()))
  const isFull = rows.length === limit
  return { count: rows.length, next: isFull ? new Date(last) : null }
}
