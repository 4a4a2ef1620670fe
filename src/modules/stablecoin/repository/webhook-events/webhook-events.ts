import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { Rail } from "../../../../ledger"
import type { WebhookEventStatus } from "../statuses"
import type { SignerScope } from "../../webhooks/webhook-signers"
import { DEAD_WEBHOOK, resolved } from "../exceptions/exceptions"
import { type WebhookEventRow, TABLE } from "../tables"

export type ReceivedWebhookEvent = {
  rail: Rail
  event: string
  body: Buffer
  signed_for: readonly SignerScope[]
  /** Reports of money are processed first. */
  reports_money: boolean
  /** The gateway's id of the payment that it is about. */
  gateway_id: string | null
  /**
   * Why its order number is of another shop, or null if that is still to be
   * found out. Unless the gateway's id is of a payment here, it is then stored
   * as ignored, without its body.
   */
  foreign: string | null
  /** When it was received, if that is before it is stored. */
  received_at?: Date
}

/** A stored webhook. */
export type StoredWebhookEvent = {
  id: string
  status: WebhookEventStatus
  /** Whether its body was not stored before. */
  is_new: boolean
}

/**
 * How long a webhook is reserved for the process that received or replays it.
 */
export const LEFT_TO_ONE_PROCESS_MS = 60_000

export function leaseFrom(now: Date): Date {
  return new Date(now.getTime() + LEFT_TO_ONE_PROCESS_MS)
}

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

/** The result of processing a webhook. */
export type WebhookEventVerdict =
  | { status: "processed"; payment_id: string }
  /** Concerns a payment of ours, and changes nothing. */
  | { status: "ignored"; payment_id: string | null; error: string }
  /** Concerns another shop's order: its body is erased. */
  | { status: "ignored"; is_foreign: true; error: string }

/**
 * Stores a webhook's verdict, and resolves the exception that was opened when
 * the webhook was given up.
 */
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
    .where({ ...DEAD_WEBHOOK, status: "open" })
    .whereIn("webhook_event_id", db.select("id").from("finished"))
    .update(resolved(`The webhook was ${verdict.status} in the end.`, now))
}

function columnsOf(verdict: WebhookEventVerdict) {
  return "is_foreign" in verdict
    ? { status: verdict.status, error: verdict.error, body: null }
    : verdict
}
