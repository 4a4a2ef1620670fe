import { createHash } from "node:crypto"
import { generateEntityId } from "@medusajs/framework/utils"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { HEALTH_PROBE_EVENT } from "../webhooks/health-probe"
import type { ReceivedWebhookEvent } from "./webhook-events"
import { type WebhookEventRow, TABLE } from "./tables"

/** A probe that is older was sent by somebody who has overheard it. */
const AWAITED_FOR = "1 minute"

/** Writes down a probe before it is sent: like a webhook, and nobody drives it. */
export async function awaitProbe(
  db: Knex,
  { rail, body }: Pick<ReceivedWebhookEvent, "rail" | "body">
): Promise<void> {
  await db(TABLE.webhookEvent).insert({
    id: generateEntityId(undefined, "stwhe"),
    rail,
    event: HEALTH_PROBE_EVENT,
    digest: digestOf(body),
    body: body.toString("utf8"),
    // It speaks for no payment.
    signed_for: "[]",
    status: "ignored",
    error: "It is a health check of this store's own.",
  })
}

/** Notes that a probe has come in. One that nobody awaits leaves nothing, whoever signed it. */
export async function noteProbe(db: Knex, body: Buffer): Promise<void> {
  await db<WebhookEventRow>(TABLE.webhookEvent)
    .where({ digest: digestOf(body), event: HEALTH_PROBE_EVENT })
    .whereRaw("created_at > now() - ?::interval", [AWAITED_FOR])
    .update({ status: "processed" })
}

/** Removes an awaited probe. @returns whether it has come in, in this database */
export async function takeProbe(db: Knex, body: Buffer): Promise<boolean> {
  const [taken] = await db<WebhookEventRow>(TABLE.webhookEvent)
    .where({ digest: digestOf(body), event: HEALTH_PROBE_EVENT })
    .delete()
    .returning("status")
  return taken?.status === "processed"
}

function digestOf(body: Buffer): string {
  return createHash("sha256").update(body).digest("hex")
}
