import { hash } from "node:crypto"
import { isDeepStrictEqual } from "node:util"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { Rail } from "../../../../ledger"
import type { SignerScope } from "../../webhooks/webhook-signers"
import { Batcher } from "../../../../shared/batcher"
import { Semaphore } from "../../../../shared/semaphore"
import { isOfOneRow, withoutValues } from "../database-error"
import { newId } from "../new-id"
import type { WebhookEventStatus } from "../statuses"
import { TABLE } from "../tables"

/**
 * Timeout, after which the sender gets an error and retries. A connection is
 * free again for later webhooks then.
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
}

/** A stored webhook. */
export type StoredWebhookEvent = {
  id: string
  status: WebhookEventStatus
  /** Whether its body was not stored before. */
  is_new: boolean
}

/** A received webhook with the id of its new row. */
type Incoming = ReceivedWebhookEvent & { id: string; digest: string }

/** `is_locked`: it is to be processed again, and another process has it. */
type StoredRow = StoredWebhookEvent & { digest: string; is_locked: boolean }

/** Webhooks of one statement: a few megabytes of the largest bodies. */
const MAX_BATCH_SIZE = 64
/** Statements that hang delay only the webhooks that they store. */
const CONCURRENCY = 4
/** More get an error, so that the gateway sends them again. */
const MAX_QUEUED = 1_000
/** The second attempt finds a row that another process was inserting. */
const ATTEMPTS = 3

/**
 * Inserts those whose body is not stored yet, and waits for other processes
 * that are inserting the same. One about another shop's order is finished as it
 * is stored, without its body.
 *
 * Makes a stored one due again that failed, was given up, or whose new signature
 * covers more payments. One that was classified as another shop's is classified
 * again, since nothing else could restore its body, unless its order number
 * shows it. Does not wait for a locked row: many others would wait too.
 *
 * Rows are looked up by arrays and one by one: a join would scan the table, whose
 * size PostgreSQL does not know while it grows.
 */
const STORE = `WITH incoming AS MATERIALIZED (
  SELECT * FROM json_to_recordset(CAST(:rows AS json)) AS incoming (
    id text, rail text, event text, digest text, body text, signed_for jsonb,
    reports_money boolean, gateway_id text, "foreign" text)
), known AS MATERIALIZED (
  SELECT event.id, event.digest, event.status, is_foreign, incoming.body,
    incoming.signed_for, CASE WHEN is_foreign THEN "foreign" IS NULL
      ELSE event.status IN ('failed', 'dead')
        OR NOT event.signed_for @> incoming.signed_for END AS is_to_reopen
  FROM incoming CROSS JOIN LATERAL (
    SELECT * FROM ${TABLE.webhookEvent} AS event
    WHERE event.digest = incoming.digest AND event.deleted_at IS NULL
    LIMIT 1) AS event
  CROSS JOIN LATERAL (SELECT event.status = 'ignored' AND event.body IS NULL
    AND event.payment_id IS NULL AS is_foreign) AS classified
), inserted AS (
  INSERT INTO ${TABLE.webhookEvent} (id, rail, event, digest, body,
    signed_for, reports_money, error, status, next_attempt_at)
  SELECT id, rail, event, digest, CASE WHEN NOT is_foreign THEN body END,
    signed_for, reports_money, CASE WHEN is_foreign THEN "foreign" END,
    CASE WHEN is_foreign THEN 'ignored' ELSE 'received' END,
    CASE WHEN NOT is_foreign THEN now() END
  FROM incoming
  CROSS JOIN LATERAL (SELECT "foreign" IS NOT NULL AND NOT EXISTS (
      SELECT FROM ${TABLE.payment} AS payment
      WHERE payment.rail = incoming.rail AND payment.gateway_id IN
        (incoming.gateway_id, lower(incoming.gateway_id), upper(incoming.gateway_id))
    ) AS is_foreign) AS judged
  WHERE digest NOT IN (SELECT digest FROM known)
  ON CONFLICT (digest) WHERE deleted_at IS NULL DO NOTHING
  RETURNING id, digest, status
), free AS (
  SELECT id FROM ${TABLE.webhookEvent}
  WHERE id = ANY(ARRAY(SELECT id FROM known WHERE is_to_reopen))
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
  WHERE event.id = free.id AND event.id = ANY(ARRAY(SELECT id FROM free))
  RETURNING event.id, event.status
)
SELECT id, digest, status, true AS is_new, false AS is_locked FROM inserted
UNION ALL
SELECT known.id, known.digest, COALESCE(reopened.status, known.status),
  false, is_to_reopen AND reopened.id IS NULL
FROM known LEFT JOIN reopened ON reopened.id = known.id`

/**
 * Stores verified webhooks, which are due at once. Those that arrive together
 * share a statement, and so its commit. The same body is the same webhook: a
 * repeated one is processed again if its sender may expect it.
 */
export class WebhookStorage {
  readonly #batches = new Batcher<Incoming, StoredRow | null>({
    run: async (incoming) => await this.#storeEach(incoming),
    maxBatchSize: MAX_BATCH_SIZE,
    concurrency: CONCURRENCY,
    maxQueued: MAX_QUEUED,
  })

  constructor(private readonly db: Knex) {}

  /** @throws when it can't be stored, or another process has its row locked */
  async store(received: ReceivedWebhookEvent): Promise<StoredWebhookEvent> {
    const digest = hash("sha256", received.body)
    const incoming = { ...received, id: newId("stwhe"), digest }
    let stored: StoredRow | null = null
    try {
      for (let attempt = 0; attempt < ATTEMPTS && !stored; attempt++) {
        stored = await this.#batches.add(incoming)
      }
    } catch (error) {
      throw withoutValues(error)
    }
    if (!stored || stored.is_locked) {
      throw new Error("It was received before, and is being processed.")
    }
    const { id, status, is_new } = stored
    return { id, status, is_new }
  }

  /**
   * One that PostgreSQL can't store does not affect the others.
   *
   * @returns null for one to store again: its body was stored meanwhile
   */
  async #storeEach(
    incoming: readonly Incoming[]
  ): Promise<(StoredRow | null | Promise<StoredRow | null>)[]> {
    const distinct = new Map<string, Incoming>()
    for (const each of incoming) {
      if (!distinct.has(each.digest)) {
        distinct.set(each.digest, each)
      }
    }
    try {
      const rows = await this.#run([...distinct.values()])
      return incoming.map(({ digest, id, signed_for }) => {
        const stored = rows.find((row) => row.digest === digest) ?? null
        const first = distinct.get(digest)
        if (!stored || first?.id === id) {
          return stored
        }
        // Received twice at once. Another signature may cover more payments.
        return isDeepStrictEqual(first?.signed_for, signed_for)
          ? { ...stored, is_new: false }
          : null
      })
    } catch (error) {
      if (incoming.length === 1 || !isOfOneRow(error)) {
        throw error
      }
      const alone = new Semaphore(1)
      const results = incoming.map((each) =>
        alone.run(async () => {
          const [stored] = await this.#storeEach([each])
          return (await stored) ?? null
        })
      )
      await Promise.allSettled(results)
      return results
    }
  }

  async #run(incoming: readonly Incoming[]): Promise<StoredRow[]> {
    const rows = incoming
      .map((each) => ({ ...each, body: each.body.toString("utf8") }))
      // The same order in every process, so that concurrent inserts don't
      // deadlock.
      .sort((one, other) => (one.digest < other.digest ? -1 : 1))
    const stored = await this.db
      .raw<{ rows: StoredRow[] }>(STORE, { rows: JSON.stringify(rows) })
      .timeout(TAKES_AT_MOST_MS, { cancel: true })
    return stored.rows
  }
}
