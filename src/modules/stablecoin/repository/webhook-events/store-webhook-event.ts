import { hash } from "node:crypto"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { Payment, Rail } from "../../../../ledger"
import type { SignerScope } from "../../webhooks/webhook-signers"
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

/** `is_locked`: it is to be processed again, and another process has it. */
type StoredRow = Omit<StoredWebhookEvent, "is_new"> & { is_locked: boolean }

/**
 * Inserts a webhook whose body is not stored yet, and waits for other processes
 * that are inserting the same. One about another shop's order is finished as it
 * is stored, without its body.
 */
const INSERT = `INSERT INTO ${TABLE.webhookEvent} (id, rail, event, digest, body,
    signed_for, reports_money, error, status, next_attempt_at)
  SELECT :id, :rail, :event, :digest, CASE WHEN NOT is_foreign THEN :body END,
    CAST(:signed_for AS jsonb), :reports_money,
    CASE WHEN is_foreign THEN :foreign END,
    CASE WHEN is_foreign THEN 'ignored' ELSE 'received' END,
    CASE WHEN NOT is_foreign THEN now() END
  FROM (SELECT CAST(:foreign AS text) IS NOT NULL AND NOT EXISTS (
      SELECT FROM ${TABLE.payment} WHERE rail = :rail AND gateway_id IN
        (:gateway_id, lower(:gateway_id), upper(:gateway_id))) AS is_foreign
    ) AS judged
  ON CONFLICT (digest) WHERE deleted_at IS NULL DO NOTHING
  RETURNING id, status, false AS is_locked`

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
 * Stores a verified webhook, which is due at once. The same body is the same
 * webhook: a repeated one is processed again if its sender may expect it.
 *
 * @throws when it can't be stored, or another process has its row locked
 */
export async function storeWebhookEvent(
  db: Knex,
  received: ReceivedWebhookEvent
): Promise<StoredWebhookEvent> {
  const values = {
    ...received,
    id: newId("stwhe"),
    digest: hash("sha256", received.body),
    body: received.body.toString("utf8"),
    signed_for: JSON.stringify(received.signed_for),
  }
  const run = async (sql: string) => {
    const { rows } = await db
      .raw<{ rows: StoredRow[] }>(sql, values as unknown as Knex.RawBinding)
      .timeout(TAKES_AT_MOST_MS, { cancel: true })
    return rows[0]
  }
  const fresh = await run(INSERT)
  const stored = fresh ?? (await run(REOPEN))
  if (!stored || stored.is_locked) {
    throw new Error("It was received before, and is being processed.")
  }
  const { id, status } = stored
  return { id, status, is_new: fresh !== undefined }
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
