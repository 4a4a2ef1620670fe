import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { NOTIFY_STORE } from "./processing"
import { leaseFrom } from "./webhook-events"
import {
  DEAD_WEBHOOK,
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
    .where({ webhook_event_id: id, ...DEAD_WEBHOOK, status: "open" })
    .first("id")
  if (existing) {
    return []
  }
  return await openExceptions(
    trx,
    payment_id,
    [
      {
        ...DEAD_WEBHOOK,
        key: [id, "webhook_problem.dead", now.getTime()].join(":"),
        message: `The webhook ${id} (${event}, ${rail}) could not be processed after all retries, so its report is not in the ledger. Fix the cause, and replay it. ${error}`,
        details: { webhook_event_id: id },
      },
    ],
    id
  )
}

/** Maximum numbers of webhooks to claim. */
export type ClaimLimits = {
  /** Of those that report money. The others wait until none is due. */
  money: number
  /** Of the others. */
  others: number
}

/**
 * Claims webhooks whose process died or whose last attempt failed: those that
 * report money or, if none does, others. Moving the next attempt ahead acts as
 * a lease: only one process at a time handles each, and the lease of one that
 * dies expires.
 */
export async function claimDueWebhookEvents(
  db: Knex,
  { money, others }: ClaimLimits,
  now: Date
): Promise<string[]> {
  const due = (condition: string, limit: string) =>
    `SELECT id FROM ${TABLE.webhookEvent}
     WHERE ${condition} AND deleted_at IS NULL
       AND status = ANY(:unprocessed) AND next_attempt_at <= :now
     ORDER BY next_attempt_at LIMIT ${limit}
     FOR UPDATE SKIP LOCKED`
  const { rows } = await db.raw<{ rows: { id: string }[] }>(
    `WITH money AS (${due("reports_money", ":money")}),
     others AS (${due(
       "NOT reports_money",
       "(SELECT CASE WHEN count(*) > 0 THEN 0 ELSE :others END FROM money)"
     )})
     UPDATE ${TABLE.webhookEvent}
     SET status = 'received', attempts = attempts + 1, next_attempt_at = :until
     WHERE id IN (SELECT id FROM money UNION ALL SELECT id FROM others)
     RETURNING id`,
    {
      unprocessed: [...UNPROCESSED],
      money,
      others,
      now,
      until: new Date(now.getTime() + LEASE_MS),
    }
  )
  return rows.map(({ id }) => id)
}

/**
 * Makes claimed webhooks due again, for which no time was left, and notifies
 * the processes of the store.
 */
export async function releaseWebhookEvents(
  db: Knex,
  ids: readonly string[],
  now: Date
): Promise<void> {
  await db(TABLE.webhookEvent)
    .whereIn("id", [...ids])
    .where({ status: "received" })
    .update({ next_attempt_at: now, attempts: db.raw("attempts - 1") })
    .returning(db.raw(NOTIFY_STORE))
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
  now = new Date()
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
