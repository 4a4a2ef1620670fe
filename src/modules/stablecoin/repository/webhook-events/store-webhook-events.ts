import { hash } from "node:crypto"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { Payment, Rail } from "../../../../ledger"
import type { SignerScope } from "../../webhooks/webhook-signers"
import { Batcher } from "../../../../shared/batcher"
import { isOfOneRow, withoutValues } from "../database-error"
import { newId } from "../new-id"
import type { WebhookEventStatus } from "../statuses"
import { TABLE } from "../tables"

/**
 * Timeout, after which the sender gets an error and retries. A connection is
 * free again for later webhooks then.
 */
const TAKES_AT_MOST_MS = 10_000

/** Only the gateway and its buyer know a payment's id, but both may flood. */
export const PER_PAYMENT = 3

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

type InsertedRow = Pick<StoredWebhookEvent, "id" | "status">

/** A received webhook with the id of its new row. */
type Incoming = ReceivedWebhookEvent & { id: string; digest: string }

/** Webhooks of one statement: a few megabytes of the largest bodies. */
const MAX_BATCH_SIZE = 64
/** A statement that hangs delays only the webhooks that it stores. */
const CONCURRENCY = 4
/** More get an error, so that the gateway sends them again. */
const MAX_QUEUED = 1_000

/**
 * Inserts those whose body is not stored yet, and waits for other processes
 * that are inserting the same. One about another shop's order is finished as it
 * is stored, without its body.
 */
const INSERT = `INSERT INTO ${TABLE.webhookEvent} (id, rail, event, digest, body,
    signed_for, reports_money, error, status, next_attempt_at)
  SELECT id, rail, event, digest, CASE WHEN NOT is_foreign THEN body END,
    signed_for, reports_money, CASE WHEN is_foreign THEN "foreign" END,
    CASE WHEN is_foreign THEN 'ignored' ELSE 'received' END,
    CASE WHEN NOT is_foreign THEN now() END
  FROM json_to_recordset(CAST(:rows AS json)) AS incoming (
    id text, rail text, event text, digest text, body text, signed_for jsonb,
    reports_money boolean, gateway_id text, "foreign" text)
  CROSS JOIN LATERAL (SELECT "foreign" IS NOT NULL AND NOT EXISTS (
      SELECT FROM ${TABLE.payment} AS payment
      WHERE payment.rail = incoming.rail AND payment.gateway_id IN
        (incoming.gateway_id, lower(incoming.gateway_id), upper(incoming.gateway_id))
    ) AS is_foreign) AS judged
  ON CONFLICT (digest) WHERE deleted_at IS NULL DO NOTHING
  RETURNING id, status`

/**
 * Makes a webhook due again that failed, was given up, or whose new signature
 * covers more payments. One that was classified as another shop's is classified
 * again, since nothing else could restore its body, unless its order number
 * shows it. Does not wait for a locked row: many others would wait too.
 */
const REOPEN = `WITH known AS MATERIALIZED (
  SELECT id, status, is_foreign,
    CASE WHEN is_foreign THEN CAST(:foreign AS text) IS NULL
      ELSE status IN ('failed', 'dead')
        OR NOT signed_for @> CAST(:signed_for AS jsonb) END AS is_to_reopen
  FROM ${TABLE.webhookEvent}
  CROSS JOIN LATERAL (SELECT status = 'ignored' AND body IS NULL
    AND payment_id IS NULL AS is_foreign) AS classified
  WHERE digest = :digest AND deleted_at IS NULL
), free AS (
  SELECT id FROM ${TABLE.webhookEvent}
  WHERE id IN (SELECT id FROM known WHERE is_to_reopen)
  FOR UPDATE SKIP LOCKED
), reopened AS (
  UPDATE ${TABLE.webhookEvent} AS event
  SET status = 'received', next_attempt_at = now(), updated_at = now(),
    body = COALESCE(event.body, :body),
    error = CASE WHEN NOT known.is_foreign THEN event.error END,
    signature = NULL,
    attempts = CASE WHEN event.status = 'failed' THEN event.attempts ELSE 0 END,
    signed_for = CASE WHEN event.signed_for @> CAST(:signed_for AS jsonb)
      THEN event.signed_for ELSE event.signed_for || CAST(:signed_for AS jsonb) END
  FROM free JOIN known USING (id)
  WHERE event.id = free.id
  RETURNING event.id, event.status
)
SELECT known.id, COALESCE(reopened.status, known.status) AS status,
  is_to_reopen AND reopened.id IS NULL AS is_locked
FROM known LEFT JOIN reopened ON reopened.id = known.id`

/**
 * Stores verified webhooks, which are due at once. Those that arrive together
 * share a statement, and so its commit. The same body is the same webhook: a
 * repeated one is processed again if its sender may expect it.
 */
export class WebhookStorage {
  readonly #inserts = new Batcher<Incoming, InsertedRow | null>({
    run: async (incoming) => await this.#insertEach(incoming),
    maxBatchSize: MAX_BATCH_SIZE,
    concurrency: CONCURRENCY,
    maxQueued: MAX_QUEUED,
  })

  constructor(private readonly db: Knex) {}

  /** @throws when it can't be stored, or another process has its row locked */
  async store(received: ReceivedWebhookEvent): Promise<StoredWebhookEvent> {
    const digest = hash("sha256", received.body)
    const incoming = { ...received, id: newId("stwhe"), digest }
    try {
      const inserted = await this.#inserts.add(incoming)
      return inserted
        ? { ...inserted, is_new: true }
        : { ...(await this.#reopen(incoming)), is_new: false }
    } catch (error) {
      throw withoutValues(error)
    }
  }

  /** One that PostgreSQL can't store does not affect the others. */
  async #insertEach(
    incoming: readonly Incoming[]
  ): Promise<Promise<InsertedRow | null>[]> {
    const inserted = this.#insert(incoming)
    const results = incoming.map(async (each) => {
      const rows = await inserted.catch((error: unknown) => {
        if (incoming.length === 1 || !isOfOneRow(error)) {
          throw error
        }
        return this.#insert([each])
      })
      return rows.find(({ id }) => id === each.id) ?? null
    })
    await Promise.allSettled(results)
    return results
  }

  /** @returns those that were not stored before */
  async #insert(incoming: readonly Incoming[]): Promise<InsertedRow[]> {
    const rows = incoming
      .map((each) => ({ ...each, body: each.body.toString("utf8") }))
      // The same order in every process, so that concurrent inserts don't
      // deadlock.
      .sort((one, other) => (one.digest < other.digest ? -1 : 1))
    return await this.#run<InsertedRow>(INSERT, { rows: JSON.stringify(rows) })
  }

  async #reopen({
    digest,
    body,
    signed_for,
    foreign,
  }: Incoming): Promise<InsertedRow> {
    const [known] = await this.#run<InsertedRow & { is_locked: boolean }>(
      REOPEN,
      {
        digest,
        body: body.toString("utf8"),
        signed_for: JSON.stringify(signed_for),
        foreign,
      }
    )
    if (!known || known.is_locked) {
      throw new Error("It was received before, and is being processed.")
    }
    return { id: known.id, status: known.status }
  }

  async #run<Row>(
    sql: string,
    values: Record<string, string | null>
  ): Promise<Row[]> {
    const { rows } = await this.db
      .raw<{ rows: Row[] }>(sql, values as Record<string, Knex.Value>)
      .timeout(TAKES_AT_MOST_MS, { cancel: true })
    return rows
  }
}

/** A webhook that no known secret has signed. */
export type UnverifiedWebhook = {
  event: string
  body: Buffer
  signature: string
}

/**
 * Stores a webhook whose signature may be verified later, once the secret of
 * the gateway is known. It confirms no payment until then.
 *
 * @returns its id, or null when it is stored already, or the payment has enough
 */
export async function keepUnverifiedWebhook(
  db: Knex,
  { id, rail }: Pick<Payment, "id" | "rail">,
  { event, body, signature }: UnverifiedWebhook
): Promise<string | null> {
  const { rows } = await db.raw<{ rows: { id: string }[] }>(
    `INSERT INTO ${TABLE.webhookEvent}
       (id, rail, event, digest, body, signed_for, signature, payment_id, next_attempt_at)
     SELECT :id, :rail, :event, :digest, :body, '[]', :signature, :payment, now()
     WHERE :most > (SELECT count(*) FROM ${TABLE.webhookEvent}
       WHERE payment_id = :payment AND signature IS NOT NULL AND deleted_at IS NULL)
     ON CONFLICT (digest) WHERE deleted_at IS NULL DO NOTHING
     RETURNING id`,
    {
      id: newId("stwhe"),
      rail,
      event,
      digest: hash("sha256", body),
      body: body.toString("utf8"),
      signature,
      payment: id,
      most: PER_PAYMENT,
    }
  )
  return rows[0]?.id ?? null
}

/** Makes the webhooks that no secret has confirmed due, with all attempts. */
export async function retryUnverifiedWebhooks(db: Knex): Promise<void> {
  await db(TABLE.webhookEvent)
    .whereNotNull("signature")
    .whereNull("deleted_at")
    .whereIn("status", ["failed", "dead"])
    .update({ status: "received", attempts: 0, next_attempt_at: db.fn.now() })
}
