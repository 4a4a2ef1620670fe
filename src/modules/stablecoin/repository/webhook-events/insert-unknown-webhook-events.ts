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

type InsertedWebhookEvent = Pick<StoredWebhookEvent, "id" | "status"> &
  Pick<IncomingWebhookEvent, "digest">

/**
 * Timeout, after which the senders get an error and retry, so that later
 * webhooks don't wait.
 */
export const TAKES_AT_MOST_MS = 10_000

/** One statement for all but spooled webhooks, so that it costs no more. */
const INSERT_UNKNOWN = insertStatement({ areSpooled: false })
const INSERT_SPOOLED = insertStatement({ areSpooled: true })

function insertStatement({
  areSpooled,
}: {
  areSpooled: boolean
}): PreparedStatement<InsertedWebhookEvent> {
  const of = (sql: string): string => (areSpooled ? sql : "")
  return new PreparedStatement(
    `WITH incoming AS (
     SELECT * FROM unnest(
       -- A subquery hides the number of ids from the planner. Otherwise, it makes
       -- a new plan for each batch, which takes longer than the batch.
       (SELECT CAST(:ids AS text[])), CAST(:rails AS text[]),
       CAST(:events AS text[]), CAST(:digests AS text[]), CAST(:bodies AS text[]),
       CAST(:scopes AS jsonb[]), CAST(:money AS boolean[]),
       CAST(:gateway_ids AS text[]), CAST(:foreign AS text[])
       ${of(", CAST(:received AS timestamptz[])")}
     ) AS incoming (id, rail, event, digest, body, signed_for, reports_money,
       gateway_id, reason${of(", received_at")})
   -- Otherwise, each use of is_foreign would be planned and run separately.
   ), judged AS MATERIALIZED (
     SELECT incoming.*, reason IS NOT NULL AND NOT EXISTS (
       SELECT 1 FROM ${TABLE.payment} AS payment
       WHERE payment.rail = incoming.rail AND payment.gateway_id IN
         (incoming.gateway_id, lower(incoming.gateway_id), upper(incoming.gateway_id))
     ) AS is_foreign
     FROM incoming
   )
   INSERT INTO ${TABLE.webhookEvent}
     (id, rail, event, digest, body, signed_for, reports_money, error, status,
      next_attempt_at${of(", created_at")})
   SELECT id, rail, event, digest,
     CASE WHEN NOT is_foreign THEN body END, signed_for, reports_money,
     CASE WHEN is_foreign THEN reason END,
     CASE WHEN is_foreign THEN 'ignored' ELSE 'received' END,
     CASE WHEN NOT is_foreign THEN CAST(:due AS timestamptz) END
     ${of(", LEAST(received_at, now())")}
   FROM judged
   ON CONFLICT (digest) WHERE deleted_at IS NULL DO NOTHING
   RETURNING id, digest, status,
     CASE WHEN :notify AND status = 'received' THEN ${NOTIFY_STORE} END`,
    TAKES_AT_MOST_MS
  )
}

/**
 * Inserts those whose body is not stored yet, and waits for other processes
 * that are inserting the same. The plan is kept, so the statement reads no table
 * of webhooks: a plan made while the table was small would go on scanning it.
 */
export async function insertUnknown(
  db: Knex,
  rows: readonly IncomingWebhookEvent[],
  now: Date,
  options: StoringOptions = {}
): Promise<InsertedWebhookEvent[]> {
  const areSpooled = rows.some(({ received_at }) => received_at)
  const statement = areSpooled ? INSERT_SPOOLED : INSERT_UNKNOWN
  return await statement.run(db, {
    ids: rows.map(({ id }) => id),
    rails: rows.map(({ rail }) => rail),
    events: rows.map(({ event }) => event),
    digests: rows.map(({ digest }) => digest),
    bodies: rows.map(({ body }) => body.toString("utf8")),
    scopes: rows.map(({ signed_for }) => JSON.stringify(signed_for)),
    money: rows.map(({ reports_money }) => reports_money),
    gateway_ids: rows.map(({ gateway_id }) => gateway_id),
    foreign: rows.map(({ foreign }) => foreign),
    received: rows.map(({ received_at }) => received_at ?? null),
    due: dueFrom(now, options),
    notify: options.leaveToStore === true,
  })
}
