import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { leaseFrom } from "./webhook-events"
import {
  WEBHOOK_DEAD,
  openExceptions,
  type OpenedException,
} from "../exceptions/exceptions"
import { type WebhookEventRow, TABLE } from "../tables"

/**
 * Seconds between attempts. They exceed the 150 s that Medusa's locks outlive a
 * killed process and, with nearly three hours in total, most outages. After the
 * last attempt an exception is opened.
 */
const RETRY_AFTER_SECONDS = [
  15, 30, 60, 120, 300, 600, 1800, 3600, 3600,
] as const

/** How long a due webhook is reserved for the process that claimed it. */
const LEASE_MS = 5 * 60_000

/**
 * Statuses without a verdict. A `received` webhook is processed by the process
 * that received or claimed it, or by the next one after its lease expires. A
 * `failed` one waits for its next attempt.
 */
const UNPROCESSED = ["received", "failed"] as const

/** A webhook after a failed attempt. */
export type FailedWebhookEvent = {
  status: "failed" | "dead"
  opened: OpenedException[]
}

/**
 * Stores a failed attempt: schedules the next one or, after the last, gives the
 * webhook up and opens an exception.
 *
 * Immediate retries in the same process count as one attempt: only a claim
 * counts.
 *
 * @returns null when it already has a verdict
 */
export async function failWebhookEvent(
  db: Knex,
  id: string,
  error: string,
  now: Date
): Promise<FailedWebhookEvent | null> {
  return await db.transaction(async (trx) => {
    const webhookEvent = await trx<WebhookEventRow>(TABLE.webhookEvent)
      .where({ id })
      .whereIn("status", UNPROCESSED)
      .forUpdate()
      .first()
    if (!webhookEvent) {
      return null
    }
    const seconds = RETRY_AFTER_SECONDS[webhookEvent.attempts]
    const next = seconds && new Date(now.getTime() + seconds * 1000)
    const status = next ? "failed" : "dead"
    await trx<WebhookEventRow>(TABLE.webhookEvent)
      .where({ id })
      .update({
        status,
        error,
        next_attempt_at: next ?? null,
        updated_at: now,
      })
    const opened = next
      ? []
      : await openDeadException(trx, { ...webhookEvent, error }, now)
    return { status, opened }
  })
}

/**
 * Opens an exception about a webhook that was given up, unless an earlier one
 * is still open.
 */
async function openDeadException(
  trx: Knex,
  { id, rail, event, payment_id, error }: WebhookEventRow,
  now: Date
): Promise<OpenedException[]> {
  const existing = await trx(TABLE.exception)
    .where({ webhook_event_id: id, kind: WEBHOOK_DEAD, status: "open" })
    .first("id")
  if (existing) {
    return []
  }
  return await openExceptions(
    trx,
    payment_id,
    [
      {
        kind: WEBHOOK_DEAD,
        key: [id, WEBHOOK_DEAD, now.getTime()].join(":"),
        message: `The webhook ${id} (${event}, ${rail}) could not be processed after all retries, so its report is not in the ledger. Fix the cause, and replay it. ${error}`,
        details: { webhook_event_id: id },
      },
    ],
    id
  )
}

/**
 * Claims webhooks whose process died or whose last attempt failed. Moving the
 * next attempt ahead acts as a lease: only one process at a time handles each,
 * and the lease of one that dies expires.
 */
export async function claimDueWebhookEvents(
  db: Knex,
  limit: number,
  now: Date
): Promise<string[]> {
  const due = db(TABLE.webhookEvent)
    .select("id")
    .whereIn("status", UNPROCESSED)
    .andWhere("next_attempt_at", "<=", now)
    .orderBy("next_attempt_at")
    .limit(limit)
    .forUpdate()
    .skipLocked()
  const claimed = await db
    .with("due", due)
    .from<WebhookEventRow>(TABLE.webhookEvent)
    .whereIn("id", db.select("id").from("due"))
    .update({
      status: "received",
      next_attempt_at: new Date(now.getTime() + LEASE_MS),
    })
    .increment("attempts", 1)
    .returning<{ id: string }[]>("id")
  return claimed.map(({ id }) => id)
}

/** The webhook to process again, or why it is refused. */
export type ReopenedWebhookEvent =
  | { id: string }
  | { refused: "unknown_webhook_event" | "being_processed" | "body_erased" }

/**
 * Schedules a webhook to be processed again from the start, whatever its
 * status. One that a process has just received or claimed is left to it. A
 * failed one is not, though its process may be retrying it: processing is
 * idempotent.
 */
export async function reopenWebhookEvent(
  db: Knex,
  id: string,
  now: Date
): Promise<ReopenedWebhookEvent> {
  return await db.transaction(async (trx) => {
    const webhookEvent = await trx<WebhookEventRow>(TABLE.webhookEvent)
      .where({ id })
      .forUpdate()
      .first()
    if (!webhookEvent) {
      return { refused: "unknown_webhook_event" }
    }
    const { status, next_attempt_at } = webhookEvent
    if (status === "received" && next_attempt_at && next_attempt_at > now) {
      return { refused: "being_processed" }
    }
    if (webhookEvent.body === null) {
      return { refused: "body_erased" }
    }
    await trx<WebhookEventRow>(TABLE.webhookEvent)
      .where({ id })
      .update({
        status: "received",
        attempts: 0,
        next_attempt_at: leaseFrom(now),
        updated_at: now,
      })
    return { id }
  })
}
