import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { TABLE } from "../tables"
import {
  leaseFrom,
  type ReceivedWebhookEvent,
  type StoredWebhookEvent,
} from "./webhook-events"

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

/**
 * Inserts new webhooks and finds known ones, which are not written again. One
 * that another process is storing concurrently is in neither result.
 */
export async function insertOrFind(
  db: Knex,
  rows: readonly IncomingWebhookEvent[],
  now: Date
): Promise<KnownWebhookEvent[]> {
  const { rows: known } = await db
    .raw<{ rows: KnownWebhookEvent[] }>(
      `WITH incoming AS (
       SELECT * FROM unnest(
         CAST(:ids AS text[]), CAST(:rails AS text[]), CAST(:events AS text[]),
         CAST(:digests AS text[]), CAST(:bodies AS text[]),
         CAST(:scopes AS jsonb[]), CAST(:money AS boolean[]),
         CAST(:foreign AS text[])
       ) AS incoming (id, rail, event, digest, body, signed_for, reports_money, error)
     ), inserted AS (
       INSERT INTO ${TABLE.webhookEvent}
         (id, rail, event, digest, body, signed_for, reports_money, error,
          status, next_attempt_at)
       SELECT id, rail, event, digest, body, signed_for, reports_money, error,
         CASE WHEN error IS NULL THEN 'received' ELSE 'ignored' END,
         CASE WHEN error IS NULL THEN CAST(:lease AS timestamptz) END
       FROM incoming
       ON CONFLICT (digest) WHERE deleted_at IS NULL DO NOTHING
       RETURNING id, digest, status, signed_for
     )
     SELECT id, digest, status, signed_for, false AS is_foreign FROM inserted
     UNION ALL
     SELECT known.id, known.digest, known.status, known.signed_for,
       known.status = 'ignored' AND known.body IS NULL
         AND known.payment_id IS NULL AS is_foreign
     FROM ${TABLE.webhookEvent} AS known
     WHERE known.digest = ANY(:digests) AND known.deleted_at IS NULL`,
      {
        ids: rows.map(({ id }) => id),
        rails: rows.map(({ rail }) => rail),
        events: rows.map(({ event }) => event),
        digests: rows.map(({ digest }) => digest),
        bodies: rows.map(({ body, foreign }) =>
          foreign === null ? body.toString("utf8") : null
        ),
        scopes: rows.map(({ signed_for }) => JSON.stringify(signed_for)),
        money: rows.map(({ reports_money }) => reports_money),
        foreign: rows.map(({ foreign }) => foreign),
        lease: leaseFrom(now),
      }
    )
    .timeout(TAKES_AT_MOST_MS, { cancel: true })
  return known
}
