import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { LEFT_TO_ONE_PROCESS_MS } from "./webhook-events"
import {
  WEBHOOK_DEAD,
  openExceptions,
  type OpenedException,
} from "./exceptions"
import { type WebhookEventRow, TABLE } from "./tables"

/**
 * Seconds from one attempt to the next. Beyond the 150 s that Medusa's locks
 * outlive a killed process, and, with nearly three hours altogether, beyond
 * most outages; then a person is asked.
 */
const RETRY_AFTER_SECONDS = [
  15, 30, 60, 120, 300, 600, 1800, 3600, 3600,
] as const

/** How long a due webhook is left to the process that took it up. */
const LEASE_MS = 5 * 60_000

/** `received` is driven by whoever received or took it up, or when its time is over by the next; `failed` waits. The others have a verdict. */
const UNDRIVEN = ["received", "failed"] as const

/** A webhook after a failed attempt. */
export type FailedWebhookEvent = {
  status: "failed" | "dead"
  opened: OpenedException[]
}

/**
 * Driving a webhook failed: it is driven again later, or, after the last
 * attempt, given up and a person asked.
 *
 * What the process tries at once again is one attempt: only taking it up counts.
 *
 * @returns null when it has a verdict by now
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
      .whereIn("status", UNDRIVEN)
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
      : await askAboutDead(trx, { ...webhookEvent, error }, now)
    return { status, opened }
  })
}

/** One that was given up before and driven again asks anew, unless the question is open still. */
async function askAboutDead(
  trx: Knex,
  { id, rail, event, payment_id, error }: WebhookEventRow,
  now: Date
): Promise<OpenedException[]> {
  const asked = await trx(TABLE.exception)
    .where({ webhook_event_id: id, kind: WEBHOOK_DEAD, status: "open" })
    .first("id")
  if (asked) {
    return []
  }
  return await openExceptions(
    trx,
    payment_id,
    [
      {
        kind: WEBHOOK_DEAD,
        key: [id, WEBHOOK_DEAD, now.getTime()].join(":"),
        message: `The webhook ${id} (${event}, ${rail}) could not be processed, however often it was tried: what it says about money is not in the ledger. Do what its error asks for, and replay it. ${error}`,
        details: { webhook_event_id: id },
      },
    ],
    id
  )
}

/**
 * Claims webhooks whose process died or whose last attempt failed. The next
 * attempt moves ahead, so that no two processes drive one at a time, and one
 * that dies gives it back by itself.
 */
export async function claimDueWebhookEvents(
  db: Knex,
  limit: number,
  now: Date
): Promise<string[]> {
  const due = db(TABLE.webhookEvent)
    .select("id")
    .whereIn("status", UNDRIVEN)
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

/** The webhook to be driven again, or why it is not. */
export type ReopenedWebhookEvent =
  | { id: string }
  | { refused: "unknown_webhook_event" | "being_driven" | "body_erased" }

/**
 * Has a webhook driven again from the start, whatever came of it. One that a
 * process has just received or taken up is left to it. One that failed is not,
 * though the process in which it failed may be trying it once more: what is
 * driven twice happens once.
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
      return { refused: "being_driven" }
    }
    if (webhookEvent.body === null) {
      return { refused: "body_erased" }
    }
    await trx<WebhookEventRow>(TABLE.webhookEvent)
      .where({ id })
      .update({
        status: "received",
        attempts: 0,
        next_attempt_at: new Date(now.getTime() + LEFT_TO_ONE_PROCESS_MS),
        updated_at: now,
      })
    return { id }
  })
}
