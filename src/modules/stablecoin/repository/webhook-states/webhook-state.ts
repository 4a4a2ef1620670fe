import { newId } from "../new-id"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { Rail } from "../../../../ledger"
import { TABLE, type WebhookStateRow } from "../tables"

/** Whether a webhook was received or rejected. */
export type WebhookNote =
  | { rail: Rail; received: true }
  | { rail: Rail; received: false; reason: string }

/** Starts to watch rails. Those already watched stay unchanged. */
export async function watchWebhooks(
  db: Knex,
  rails: readonly Rail[]
): Promise<void> {
  await db(TABLE.webhookState)
    .insert(rails.map((rail) => ({ id: newId("stwhs"), rail })))
    .onConflict(db.raw("(rail) WHERE deleted_at IS NULL"))
    .ignore()
}

/**
 * Stores when a webhook was received or rejected. The latest time of all
 * processes counts.
 */
export async function noteWebhook(
  db: Knex,
  note: WebhookNote,
  at: Date
): Promise<void> {
  const noted = note.received
    ? { last_received_at: at }
    : { last_rejected_at: at, last_rejected_reason: note.reason }
  const column = note.received ? "last_received_at" : "last_rejected_at"
  await db(TABLE.webhookState)
    .insert({ id: newId("stwhs"), rail: note.rail, ...noted })
    .onConflict(db.raw("(rail) WHERE deleted_at IS NULL"))
    .merge({ ...noted, updated_at: at })
    .whereRaw("coalesce(??.??, '-infinity') < ?", [
      TABLE.webhookState,
      column,
      at,
    ])
}

export async function readWebhookStates(db: Knex): Promise<WebhookStateRow[]> {
  return await db<WebhookStateRow>(TABLE.webhookState)
    .whereNull("deleted_at")
    .select("*")
}
