import { hash } from "node:crypto"
import { newId } from "../new-id"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { HEALTH_PROBE_EVENT } from "../../webhooks/health-probe"
import type { ReceivedWebhookEvent } from "../webhook-events/store-webhook-events"
import { type WebhookEventRow, TABLE } from "../tables"

/** Age limit of a probe. An older one is a replay by an eavesdropper. */
const AWAITED_FOR = "1 minute"

/** Stores a probe before it is sent, as a webhook that is never processed. */
export async function awaitProbe(
  db: Knex,
  { rail, body }: Pick<ReceivedWebhookEvent, "rail" | "body">
): Promise<void> {
  await db(TABLE.webhookEvent).insert({
    id: newId("stwhe"),
    rail,
    event: HEALTH_PROBE_EVENT,
    digest: hash("sha256", body),
    body: body.toString("utf8"),
    // Covers no payment.
    signed_for: "[]",
    status: "ignored",
    error: "It is a health check of this store's own.",
  })
}

/**
 * Marks an awaited probe as received. Any other leaves no trace, even if
 * correctly signed.
 */
export async function noteProbe(db: Knex, body: Buffer): Promise<void> {
  await db<WebhookEventRow>(TABLE.webhookEvent)
    .where({ digest: hash("sha256", body), event: HEALTH_PROBE_EVENT })
    .whereRaw("created_at > now() - ?::interval", [AWAITED_FOR])
    .update({ status: "processed" })
}

/**
 * Removes an awaited probe.
 *
 * @returns whether it was received, in this database
 */
export async function takeProbe(db: Knex, body: Buffer): Promise<boolean> {
  const [taken] = await db<WebhookEventRow>(TABLE.webhookEvent)
    .where({ digest: hash("sha256", body), event: HEALTH_PROBE_EVENT })
    .delete()
    .returning("status")
  return taken?.status === "processed"
}
