import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { STORED_REASONS } from "../../../../exceptions/stored-reasons"
import type { Rail } from "../../../../ledger"
import type { WebhookEventStatus } from "../statuses"
import type { SignerScope } from "../../webhooks/webhook-signers"
import { DEAD_WEBHOOK } from "../exceptions/exceptions"
import { type WebhookEventRow, TABLE } from "../tables"

/**
 * Timeout, after which the webhooks are retried, so that later ones don't wait.
 */
const TAKES_AT_MOST_MS = 10_000

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

/**
 * Stores the verdicts of webhooks, and resolves the exceptions that were opened
 * when webhooks were given up or could not be verified. One that came again meanwhile, with a signature
 * that covers more payments, is left to its next attempt.
 */
export async function finishWebhookEvents(
  db: Knex,
  verdicts: readonly WebhookEventVerdict[],
  now: Date
): Promise<void> {
  await db
    .raw(
      `WITH verdict AS (
         SELECT * FROM json_to_recordset(CAST(:verdicts AS json)) AS verdict (id text,
           status text, payment_id text, error text, is_foreign boolean, signed_for jsonb)
       ), locked AS (
         -- In one order, so that concurrent calls don't deadlock.
         SELECT event.id FROM ${TABLE.webhookEvent} AS event
         JOIN verdict USING (id)
         WHERE event.signed_for <@ COALESCE(verdict.signed_for, event.signed_for)
         ORDER BY id FOR UPDATE OF event
       ), finished AS (
         UPDATE ${TABLE.webhookEvent} AS event
         SET status = verdict.status, payment_id = verdict.payment_id,
           error = verdict.error, next_attempt_at = NULL, updated_at = :now,
           body = CASE WHEN verdict.is_foreign THEN NULL ELSE event.body END
         FROM locked JOIN verdict USING (id)
         WHERE event.id = locked.id
         RETURNING event.id, event.status
       )
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
    .timeout(TAKES_AT_MOST_MS, { cancel: true })
}
