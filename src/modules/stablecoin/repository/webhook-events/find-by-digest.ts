import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { TABLE, type WebhookEventRow } from "../tables"
import {
  type IncomingWebhookEvent,
  TAKES_AT_MOST_MS,
} from "./insert-unknown-webhook-events"

/** A webhook event in the table. */
export type KnownWebhookEvent = Pick<
  IncomingWebhookEvent,
  "id" | "digest" | "signed_for"
> &
  Pick<WebhookEventRow, "status"> & {
    /** Whether it was classified as another shop's, and its body erased. */
    is_foreign: boolean
  }

/** Finds webhooks by the digests of their bodies. */
export async function findByDigest(
  db: Knex,
  digests: string[]
): Promise<KnownWebhookEvent[]> {
  const { rows } = await db
    .raw<{ rows: KnownWebhookEvent[] }>(
      `SELECT id, digest, status, signed_for,
         status = 'ignored' AND body IS NULL AND payment_id IS NULL AS is_foreign
       FROM ${TABLE.webhookEvent}
       WHERE digest = ANY(?) AND deleted_at IS NULL`,
      [digests]
    )
    .timeout(TAKES_AT_MOST_MS, { cancel: true })
  return rows
}
