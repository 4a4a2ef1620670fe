import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { TABLE } from "../tables"
import { PreparedStatement } from "../prepared-statement"
import { dueFrom, NOTIFY_STORE, type StoringOptions } from "./processing"
import type { ReceivedWebhookEvent, StoredWebhookEvent } from "./webhook-events"

/** A received webhook event, with the id to insert it with. */
export type IncomingWebhookEvent = ReceivedWebhookEvent & {
  id: string
  digest: string
}

/** A webhook event in the table. */
export type KnownWebhookEvent = Omit<StoredWebhookEvent, "is_new"> &
  Pick<IncomingWebhookEvent, "digest" | "signed_for"> & {
    /** Whether it was classified as another shop's, and its body erased. */
    is_foreign: boolean
  }

/**
 * Timeout, after which the senders get an error and retry, so that later
 * webhooks don't wait.
 */
const TAKES_AT_MOST_MS = 10_000

const INSERT_OR_FIND = new PreparedStatement<KnownWebhookEvent>(
  `WITH incoming AS (
     SELECT * FROM unnest(
       CAST(:ids AS text[]), CAST(:rails AS text[]), CAST(:events AS text[]),
       CAST(:digests AS text[]), CAST(:bodies AS text[]),
       CAST(:scopes AS jsonb[]), CAST(:money AS boolean[]),
       CAST(:gateway_ids AS text[]), CAST(:foreign AS text[])
     ) AS incoming (id, rail, event, digest, body, signed_for, reports_money,
       gateway_id, reason)
   -- Otherwise, each use of is_foreign would be planned and run separately.
   ), judged AS MATERIALIZED (
     SELECT incoming.*, reason IS NOT NULL AND NOT EXISTS (
       SELECT 1 FROM ${TABLE.payment} AS payment
       WHERE payment.rail = incoming.rail AND payment.gateway_id IN
         (incoming.gateway_id, lower(incoming.gateway_id), upper(incoming.gateway_id))
     ) AS is_foreign
     FROM incoming
   ), inserted AS (
     INSERT INTO ${TABLE.webhookEvent}
       (id, rail, event, digest, body, signed_for, reports_money, error,
        status, next_attempt_at)
     SELECT id, rail, event, digest,
       CASE WHEN NOT is_foreign THEN body END, signed_for, reports_money,
       CASE WHEN is_foreign THEN reason END,
       CASE WHEN is_foreign THEN 'ignored' ELSE 'received' END,
       CASE WHEN NOT is_foreign THEN CAST(:due AS timestamptz) END
     FROM judged
     ON CONFLICT (digest) WHERE deleted_at IS NULL DO NOTHING
     RETURNING id, digest, status, signed_for,
       CASE WHEN :notify AND status = 'received' THEN ${NOTIFY_STORE} END
   )
   SELECT id, digest, status, signed_for, false AS is_foreign FROM inserted
   UNION ALL
   SELECT known.* FROM unnest(CAST(:digests AS text[])) AS wanted (digest),
     -- One by one: the plan is kept, and would go on reading the whole table if
     -- that was cheaper while the table was small.
     LATERAL (
       SELECT id, wanted.digest, status, signed_for,
         status = 'ignored' AND body IS NULL AND payment_id IS NULL AS is_foreign
       FROM ${TABLE.webhookEvent} AS event
       WHERE event.digest = wanted.digest AND deleted_at IS NULL
       LIMIT 1
     ) AS known`,
  TAKES_AT_MOST_MS
)

/**
 * Inserts new webhooks and finds known ones, which are not written again. One
 * that another process is storing concurrently is in neither result.
 */
export async function insertOrFind(
  db: Knex,
  rows: readonly IncomingWebhookEvent[],
  now: Date,
  options: StoringOptions = {}
): Promise<KnownWebhookEvent[]> {
  return await INSERT_OR_FIND.run(db, {
    ids: rows.map(({ id }) => id),
    rails: rows.map(({ rail }) => rail),
    events: rows.map(({ event }) => event),
    digests: rows.map(({ digest }) => digest),
    bodies: rows.map(({ body }) => body.toString("utf8")),
    scopes: rows.map(({ signed_for }) => JSON.stringify(signed_for)),
    money: rows.map(({ reports_money }) => reports_money),
    gateway_ids: rows.map(({ gateway_id }) => gateway_id),
    foreign: rows.map(({ foreign }) => foreign),
    due: dueFrom(now, options),
    notify: options.leaveToStore === true,
  })
}
