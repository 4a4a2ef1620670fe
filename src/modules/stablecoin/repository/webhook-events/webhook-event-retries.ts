import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { COUNTED_ROWS } from "../lists/list"
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

/** A webhook that is claimed more often ended each process that claimed it. */
export const MAX_ATTEMPTS = RETRY_AFTER_SECONDS.length + 1

/** How long a webhook is reserved for the process that processes it. */
const LEASE_MS = 30_000

/** Statuses without a verdict. A `failed` webhook waits for its next attempt. */
const UNPROCESSED = ["received", "failed"] as const

/** A webhook after a failed attempt. */
export type FailedWebhookEvent = {
  status: "failed" | "dead"
  /** When it is due again; null: it is dead. */
  next_attempt_at: Date | null
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
    const [row] = await trx(TABLE.webhookEvent)
      .where({ id })
      .update({
        status,
        error,
        next_attempt_at: seconds ? afterSeconds(trx, seconds) : null,
        updated_at: trx.fn.now(),
      })
      .returning<Pick<WebhookEventRow, "next_attempt_at">[]>("next_attempt_at")
    // An unverified one has an exception of its own.
    const opened =
      seconds || webhookEvent.signature
        ? []
        : await openDeadException(trx, { ...webhookEvent, error })
    return { status, next_attempt_at: row?.next_attempt_at ?? null, opened }
  })
}

/** A time by the clock of the database, which all processes share. */
function afterSeconds(trx: Knex, seconds: number): Knex.Raw {
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

/**
 * Webhooks that were given up and whose exception is open. One that the merchant
 * has closed is decided. The last ones tried come last.
 */
export async function listGivenUp(db: Knex): Promise<string[]> {
  return await db(`${TABLE.webhookEvent} as webhook_event`)
    .whereIn("webhook_event.status", ["failed", "dead"])
    .whereNull("webhook_event.deleted_at")
    .whereExists(
      db(`${TABLE.exception} as exception`)
        .whereRaw("exception.webhook_event_id = webhook_event.id")
        .where({ ...DEAD_WEBHOOK, "exception.status": "open" })
        .whereNull("exception.deleted_at")
    )
    .orderBy(["webhook_event.updated_at", "webhook_event.id"])
    .limit(COUNTED_ROWS)
    .pluck<string[]>("webhook_event.id")
}

/** Maximum numbers of webhooks to claim. */
export type ClaimLimits = {
  /** Of those that report money. The others wait until none is due. */
  money: number
  /** Of the others. */
  others: number
}

/** The process that claimed it last has stored no result: it may have died. */
const IS_INTERRUPTED = "(status = 'received' AND attempts > 0)"

/**
 * Claims due webhooks, which counts as their attempt: those that report money
 * or, if none does, others. Moving the next attempt ahead acts as a lease: only
 * one process at a time handles each, and the lease of one that dies expires.
 * A webhook that may have ended its process is then claimed alone, in between.
 */
export async function claimDueWebhookEvents(
  db: Knex,
  { money, others }: ClaimLimits
): Promise<WebhookEventRow[]> {
  const due = (condition: string, limit: string) =>
    `SELECT id FROM ${TABLE.webhookEvent}
     WHERE ${condition} AND deleted_at IS NULL
       AND status = ANY(:unprocessed) AND next_attempt_at <= now()
     ORDER BY next_attempt_at LIMIT ${limit}
     FOR UPDATE SKIP LOCKED`
  const unless = (claimed: string, limit: string) =>
    `(SELECT CASE WHEN count(*) > 0 THEN 0 ELSE ${limit} END FROM ${claimed})`
  const { rows } = await db.raw<{ rows: WebhookEventRow[] }>(
    `WITH money AS (${due(`reports_money AND NOT ${IS_INTERRUPTED}`, ":money")}),
     interrupted AS (${due(IS_INTERRUPTED, unless("money", "1"))}),
     urgent AS (SELECT id FROM money UNION ALL SELECT id FROM interrupted),
     others AS (${due(
       `NOT reports_money AND NOT ${IS_INTERRUPTED}`,
       unless("urgent", ":others")
     )})
     UPDATE ${TABLE.webhookEvent}
     SET attempts = attempts + 1, status = 'received',
       next_attempt_at = now() + :lease * interval '1 ms'
     WHERE id IN (SELECT id FROM urgent UNION ALL SELECT id FROM others)
     RETURNING *`,
    { unprocessed: [...UNPROCESSED], money, others, lease: LEASE_MS }
  )
  return rows
}

/** The webhook to process again, or why it is refused. */
export type ReopenedWebhookEvent =
  | { id: string }
  | { refused: "unknown_webhook_event" | "being_processed" | "body_erased" }

/**
 * Claims a webhook to process it again from the start, whatever its status. One
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
