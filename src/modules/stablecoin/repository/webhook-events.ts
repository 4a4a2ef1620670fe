import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { Rail } from "../../../ledger"
import type { WebhookEventStatus } from "../models/webhook-event"
import type { SignerScope } from "../webhooks/webhook-signers"
import { WEBHOOK_DEAD } from "./exceptions"
import { type WebhookEventRow, TABLE } from "./tables"

export type ReceivedWebhookEvent = {
  rail: Rail
  event: string
  body: Buffer
  signed_for: readonly SignerScope[]
}

/** A webhook that is on disk. */
export type StoredWebhookEvent = {
  id: string
  status: WebhookEventStatus
  /** Whether its body was unknown before. */
  is_new: boolean
}

/** How long a webhook is left to the process that received or replays it. */
export const LEFT_TO_ONE_PROCESS_MS = 60_000

export async function findWebhookEvent(
  db: Knex,
  id: string
): Promise<WebhookEventRow | null> {
  return (
    (await db<WebhookEventRow>(TABLE.webhookEvent).where({ id }).first()) ??
    null
  )
}

export async function findWebhookEvents(
  db: Knex,
  ids: readonly string[]
): Promise<WebhookEventRow[]> {
  return await db<WebhookEventRow>(TABLE.webhookEvent).whereIn("id", ids)
}

/** How driving a webhook ended. */
export type WebhookEventVerdict =
  | { status: "processed"; payment_id: string }
  /** It is about a payment of ours, and changes nothing. */
  | { status: "ignored"; payment_id: string | null; error: string }
  /** It is about another shop's order: its body is erased. */
  | { status: "ignored"; is_foreign: true; error: string }

/** A webhook was driven to its end: a person who was asked because it could not be need not answer any more. */
export async function finishWebhookEvent(
  db: Knex,
  id: string,
  verdict: WebhookEventVerdict,
  now: Date
): Promise<void> {
  const finished = db(TABLE.webhookEvent)
    .where({ id })
    .update({
      error: null,
      ...columnsOf(verdict),
      next_attempt_at: null,
      updated_at: now,
    })
    .returning("id")
  await db(TABLE.exception)
    .with("finished", finished)
    .where({ kind: WEBHOOK_DEAD, status: "open" })
    .whereIn("webhook_event_id", db.select("id").from("finished"))
    .update({
      status: "resolved",
      note: `The webhook was ${verdict.status} in the end.`,
      resolved_at: now,
      updated_at: now,
    })
}

function columnsOf(verdict: WebhookEventVerdict) {
  return "is_foreign" in verdict
    ? { status: verdict.status, error: verdict.error, body: null }
    : verdict
}
