import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { STORED_REASONS } from "../../../../exceptions/stored-reasons"
import type { SignerScope } from "../../webhooks/webhook-signers"
import {
  DEAD_WEBHOOK,
  openExceptions,
  type OpenedException,
} from "../exceptions/exceptions"
import { type WebhookEventRow, TABLE } from "../tables"

/**
 * Seconds between attempts. The first cover a short failure of the database.
 * Nearly three hours in total exceed the 150 s that Medusa's locks outlive a
 * killed process, and most outages. After the last attempt an
 * exception is opened.
 */
const RETRY_AFTER_SECONDS = [
  1, 3, 9, 30, 60, 120, 300, 600, 1800, 3600, 3600,
] as const

/** A webhook that is claimed more often was interrupted each time. */
export const MAX_ATTEMPTS = RETRY_AFTER_SECONDS.length + 1

/** How long a webhook is reserved for the process that processes it. */
export const LEASE_MS = 30_000

/** Statuses without a verdict. A `failed` webhook waits for its next attempt. */
const UNPROCESSED = ["received", "failed"] as const

export async function findWebhookEvent(
  db: Knex,
  id: string
): Promise<WebhookEventRow | null> {
  return (
    (await db<WebhookEventRow>(TABLE.webhookEvent).where({ id }).first()) ??
    null
  )
}

/** The result of processing a webhook. */
export type WebhookEventVerdict = {
  id: string
  status: "processed" | "ignored"
  payment_id: string | null
  /** Why it is ignored. */
  error: string | null
  /** Whether it concerns another shop's order: its body is erased. */
  is_foreign?: boolean
  /** The payments it was judged for, where another signature may change it. */
  signed_for?: readonly SignerScope[]
}

/** A statement that waits longer is cancelled, since it keeps its connection. */
const FINISHED_WITHIN_MS = 10_000

/**
 * Stores verdicts of webhooks, and resolves the exceptions that were opened when
 * they were given up or could not be verified. One that came again meanwhile,
 * with a signature that covers more payments, is left to its next attempt, and
 * so is one whose row is locked.
 */
export async function finishWebhookEvents(
  db: Knex,
  verdicts: readonly WebhookEventVerdict[],
  now: Date
): Promise<void> {
  await db
    .raw(
      `WITH verdict AS MATERIALIZED (
       SELECT * FROM json_to_recordset(CAST(:verdicts AS json)) AS verdict (
         id text, status text, payment_id text, error text, is_foreign boolean,
         signed_for jsonb)
     ), free AS MATERIALIZED (
       SELECT id FROM ${TABLE.webhookEvent}
       WHERE id = ANY(ARRAY(SELECT id FROM verdict)) FOR UPDATE SKIP LOCKED
     ), finished AS (
       UPDATE ${TABLE.webhookEvent} AS event
       SET status = verdict.status, payment_id = verdict.payment_id,
         error = verdict.error, next_attempt_at = NULL, updated_at = :now,
         body = CASE WHEN verdict.is_foreign IS NOT TRUE THEN event.body END
       FROM free JOIN verdict USING (id)
       WHERE event.id = free.id AND event.id = ANY(ARRAY(SELECT id FROM free))
         AND event.signed_for <@ COALESCE(verdict.signed_for, event.signed_for)
       RETURNING event.id, event.status)
     UPDATE ${TABLE.exception} AS exception
     SET status = 'resolved', resolved_at = :now, updated_at = :now,
       note = '${STORED_REASONS.processed}'
     FROM finished
     WHERE exception.webhook_event_id = finished.id
       AND exception.kind = :kind AND (exception.reason = :reason
         OR exception.reason = 'unverified' AND finished.status = 'processed')
       AND exception.status = 'open'`,
      { verdicts: JSON.stringify(verdicts), now, ...DEAD_WEBHOOK }
    )
    .timeout(FINISHED_WITHIN_MS, { cancel: true })
}

/** A webhook after a failed attempt. */
export type FailedWebhookEvent = {
  status: "failed" | "dead"
  opened: OpenedException[]
}

/**
 * Stores a failed attempt: schedules the next one or, after the last, gives the
 * webhook up and opens an exception.
 *
 * @returns null when it already has a verdict, or came again meanwhile with a
 *   signature that covers more payments
 */
export async function failWebhookEvent(
  db: Knex,
  { id, signed_for }: Pick<WebhookEventRow, "id" | "signed_for">,
  error: string
): Promise<FailedWebhookEvent | null> {
  return await db.transaction(async (trx) => {
    const webhookEvent = await trx<WebhookEventRow>(TABLE.webhookEvent)
      .where({ id })
      .whereIn("status", UNPROCESSED)
      .whereRaw("signed_for <@ CAST(? AS jsonb)", [JSON.stringify(signed_for)])
      .forUpdate()
      .first()
    if (!webhookEvent) {
      return null
    }
    const seconds = RETRY_AFTER_SECONDS[webhookEvent.attempts - 1]
    const status = seconds ? "failed" : "dead"
    await trx(TABLE.webhookEvent)
      .where({ id })
      .update({
        status,
        error,
        next_attempt_at: seconds ? afterSeconds(trx, seconds) : null,
        updated_at: trx.fn.now(),
      })
    // An unverified one has an exception of its own.
    const opened =
      seconds || webhookEvent.signature
        ? []
        : await openDeadException(trx, { ...webhookEvent, error })
    return { status, opened }
  })
}

/** A time by the clock of the database, which all processes share. */
export function afterSeconds(trx: Knex, seconds: number): Knex.Raw {
  return trx.raw("now() + ? * interval '1 second'", [seconds])
}

/**
 * Opens an exception about a webhook that was given up, unless an earlier one
 * is still open.
 */
async function openDeadException(
  trx: Knex,
  { id, rail, event, payment_id, error }: WebhookEventRow
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
        key: [id, "webhook_problem.dead", Date.now()].join(":"),
        details: { webhook_event_id: id, rail, event, cause: error },
      },
    ],
    id
  )
}

/** SQL that selects ids of due webhooks: reports of money first. */
const dueSql = (condition: string, limit: string) =>
  `ARRAY(SELECT id FROM ${TABLE.webhookEvent}
     WHERE status = ANY(:unprocessed) AND next_attempt_at <= now()
       AND ${condition} AND deleted_at IS NULL
     ORDER BY reports_money DESC, next_attempt_at LIMIT ${limit}
     FOR UPDATE SKIP LOCKED)`

/**
 * Claims due webhooks, which counts as their attempt. Moving the next attempt
 * ahead acts as a lease: only one process at a time handles each, and the lease
 * of one that dies expires. One of a process that died comes last and alone: it
 * may have ended the process, and would take others along.
 */
export async function claimDueWebhookEvents(
  db: Knex,
  limit: number
): Promise<WebhookEventRow[]> {
  const { rows } = await db.raw<{ rows: WebhookEventRow[] }>(
    `UPDATE ${TABLE.webhookEvent}
     SET attempts = attempts + 1, status = 'received',
       next_attempt_at = now() + :lease * interval '1 ms'
     WHERE id = ANY(COALESCE(
       NULLIF(${dueSql("(attempts = 0 OR status = 'failed')", ":limit")}, '{}'),
       ${dueSql("attempts > 0", "1")}))
     RETURNING *`,
    { unprocessed: [...UNPROCESSED], limit, lease: LEASE_MS }
  )
  return rows
}
