import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { TABLE, type WebhookEventRow } from "../tables"
import { afterSeconds, LEASE_MS } from "./webhook-events"

/** The webhook to process again, or why it is refused. */
export type ReopenedWebhookEvent =
  | { id: string }
  | { refused: "unknown_webhook_event" | "being_processed" | "body_erased" }

/**
 * Claims a webhook to process it again from the start, in any status. One
 * that a process has claimed is left to it.
 */
export async function reopenWebhookEvent(
  db: Knex,
  id: string
): Promise<ReopenedWebhookEvent> {
  return await db.transaction(async (trx) => {
    const webhookEvent = await trx(TABLE.webhookEvent)
      .where({ id })
      .forUpdate()
      .first<WebhookEventRow & { is_leased: boolean | null }>(
        "*",
        trx.raw("next_attempt_at > now() AS is_leased")
      )
    if (!webhookEvent) {
      return { refused: "unknown_webhook_event" }
    }
    if (webhookEvent.status === "received" && webhookEvent.is_leased) {
      return { refused: "being_processed" }
    }
    if (webhookEvent.body === null) {
      return { refused: "body_erased" }
    }
    await trx(TABLE.webhookEvent)
      .where({ id })
      .update({
        status: "received",
        attempts: 1,
        next_attempt_at: afterSeconds(trx, LEASE_MS / 1000),
        updated_at: trx.fn.now(),
      })
    return { id }
  })
}
