import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { TABLE } from "../tables"
import type { ReceivedWebhookEvent, StoredWebhookEvent } from "./webhook-events"

/** A received webhook event, with the id to insert it with. */
export type IncomingWebhookEvent = ReceivedWebhookEvent & {
  id: string
  digest: string
}

/** A webhook that is in the table by now. */
type StoredRow = Pick<StoredWebhookEvent, "id" | "status"> & {
  digest: string
  /** Whether it is to be processed again, and another process has locked it. */
  is_locked: boolean
}

/**
 * Timeout, after which the senders get an error and retry, so that later
 * webhooks don't wait.
 */
const TAKES_AT_MOST_MS = 10_000

/** The batch as rows, from one parameter. */
const INCOMING = `json_to_recordset(CAST(:rows AS json)) AS incoming (
  id text, rail text, event text, digest text, body text, signed_for jsonb,
  reports_money boolean, gateway_id text, "foreign" text, received_at timestamptz)`

/**
 * Inserts those whose body is not stored yet, and waits for other processes
 * that are inserting the same. One about another shop's order is finished as it
 * is stored, without its body.
 */
const INSERT_UNKNOWN = `WITH judged AS MATERIALIZED (
  SELECT incoming.*, "foreign" IS NOT NULL AND NOT EXISTS (
    SELECT 1 FROM ${TABLE.payment} AS payment
    WHERE payment.rail = incoming.rail AND payment.gateway_id IN
      (incoming.gateway_id, lower(incoming.gateway_id), upper(incoming.gateway_id))
  ) AS is_foreign
  FROM ${INCOMING}
)
INSERT INTO ${TABLE.webhookEvent} (id, rail, event, digest, body, signed_for,
  reports_money, error, status, next_attempt_at, created_at)
SELECT id, rail, event, digest, CASE WHEN NOT is_foreign THEN body END,
  signed_for, reports_money, CASE WHEN is_foreign THEN "foreign" END,
  CASE WHEN is_foreign THEN 'ignored' ELSE 'received' END,
  CASE WHEN NOT is_foreign THEN now() END, LEAST(received_at, now())
FROM judged
ON CONFLICT (digest) WHERE deleted_at IS NULL DO NOTHING
RETURNING id, digest, status, false AS is_locked`

/**
 * Makes webhooks due again that failed, were given up, or whose new signature
 * covers more payments. One that was classified as another shop's is classified
 * again, since nothing else could restore its body, unless its order number
 * shows it. Does not wait for a locked row: many others would wait too.
 */
const REOPEN_REPEATED = `WITH known AS MATERIALIZED (
  SELECT event.id, event.digest, event.status, is_foreign, incoming.body,
    incoming.signed_for, CASE WHEN is_foreign THEN "foreign" IS NULL
      ELSE event.status IN ('failed', 'dead')
        OR NOT event.signed_for @> incoming.signed_for END AS is_to_reopen
  FROM ${INCOMING}
  JOIN ${TABLE.webhookEvent} AS event
    ON event.digest = incoming.digest AND event.deleted_at IS NULL
  CROSS JOIN LATERAL (SELECT event.status = 'ignored' AND event.body IS NULL
    AND event.payment_id IS NULL AS is_foreign) AS classified
), free AS (
  SELECT id FROM ${TABLE.webhookEvent}
  WHERE id IN (SELECT id FROM known WHERE is_to_reopen)
  FOR UPDATE SKIP LOCKED
), reopened AS (
  UPDATE ${TABLE.webhookEvent} AS event
  SET status = 'received', next_attempt_at = now(), updated_at = now(),
    body = COALESCE(event.body, known.body),
    error = CASE WHEN NOT known.is_foreign THEN event.error END,
    signature = NULL,
    attempts = CASE WHEN event.status = 'failed' THEN event.attempts ELSE 0 END,
    signed_for = CASE WHEN event.signed_for @> known.signed_for
      THEN event.signed_for ELSE event.signed_for || known.signed_for END
  FROM free JOIN known USING (id)
  WHERE event.id = free.id
  RETURNING event.id, event.status
)
SELECT known.id, known.digest, COALESCE(reopened.status, known.status) AS status,
  is_to_reopen AND reopened.id IS NULL AS is_locked
FROM known LEFT JOIN reopened ON reopened.id = known.id`

export const insertUnknown = statementOf(INSERT_UNKNOWN)

export const reopenRepeated = statementOf(REOPEN_REPEATED)

function statementOf(sql: string) {
  return async (
    db: Knex,
    batch: readonly IncomingWebhookEvent[]
  ): Promise<StoredRow[]> => {
    const incoming = batch.map((each) => ({
      ...each,
      body: each.body.toString("utf8"),
    }))
    const { rows } = await db
      .raw<{ rows: StoredRow[] }>(sql, {
        rows: JSON.stringify(incoming),
      })
      .timeout(TAKES_AT_MOST_MS, { cancel: true })
    return rows
  }
}
