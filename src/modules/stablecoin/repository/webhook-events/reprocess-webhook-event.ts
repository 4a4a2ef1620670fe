import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { WEBHOOK_EVENT_STATUSES } from "../statuses"
import type { SignerScope } from "../../webhooks/webhook-signers"
import { TABLE } from "../tables"
import { dueFrom, NOTIFY_STORE, type StoringOptions } from "./processing"
import {
  fulfilled,
  NotStoredError,
  type Outcome,
  rejected,
} from "./storing-outcome"
import type { StoredWebhookEvent } from "./webhook-events"

/**
 * Reopens a webhook that the gateway sent again: it failed, was given up or
 * classified as foreign, or was signed for other payments before. Does not wait
 * for a locked row: many others would wait too, and it may be being purged.
 *
 * @param more scopes that its new signature adds
 * @returns undefined when the webhook no longer exists
 */
export async function reprocess(
  db: Knex,
  { id, body, is_foreign }: { id: string; body: Buffer; is_foreign: boolean },
  more: readonly SignerScope[],
  now: Date,
  options: StoringOptions
): Promise<Outcome | undefined> {
  const statuses: string[] = more.length
    ? [...WEBHOOK_EVENT_STATUSES]
    : ["failed", "dead", ...(is_foreign ? ["ignored"] : [])]
  const free = db(TABLE.webhookEvent)
    .select("id")
    .where({ id })
    .forUpdate()
    .skipLocked()
  const [row] = await db(TABLE.webhookEvent)
    .whereIn("id", free)
    .update({
      updated_at: now,
      body: db.raw("COALESCE(body, ?)", [body.toString("utf8")]),
      ...(is_foreign ? { error: null } : {}),
      signed_for: db.raw("signed_for || ?::jsonb", [JSON.stringify(more)]),
      status: db.raw(
        "CASE WHEN status = ANY(?) THEN 'received' ELSE status END",
        [statuses]
      ),
      attempts: db.raw("CASE WHEN status = 'dead' THEN 0 ELSE attempts END"),
      next_attempt_at: db.raw(
        "CASE WHEN status = ANY(?) THEN ?::timestamptz ELSE next_attempt_at END",
        [statuses, dueFrom(now, options)]
      ),
    })
    .returning<Pick<StoredWebhookEvent, "id" | "status">[]>([
      "id",
      "status",
      ...(options.leaveToStore
        ? [db.raw(`CASE WHEN status = 'received' THEN ${NOTIFY_STORE} END`)]
        : []),
    ])
  if (row) {
    const { id, status } = row
    return fulfilled({ id, status, is_new: false })
  }
  const held: unknown = await db(TABLE.webhookEvent).where({ id }).first("id")
  return held
    ? rejected(
        new NotStoredError("It was received before, and is being processed.")
      )
    : undefined
}
