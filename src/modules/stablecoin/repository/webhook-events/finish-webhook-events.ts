import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { WebhookEventVerdict } from "./webhook-events"
import { TABLE } from "../tables"

/**
 * Timeout, after which each webhook is processed on its own: later ones don't
 * wait.
 */
const TAKES_AT_MOST_MS = 10_000

export type FinishedWebhookEvent = WebhookEventVerdict & { id: string }

/**
 * Finishes webhooks that have not been processed yet, in one statement.
 * Webhooks that another process has locked or finished are skipped.
 *
 * @returns ids of webhooks that failed before: they stay unchanged, since
 *   finishing one also has to resolve its exception
 */
export async function finishWebhookEvents(
  db: Knex,
  finished: readonly FinishedWebhookEvent[],
  now: Date
): Promise<string[]> {
  const { rows } = await db
    .raw<{ rows: { id: string }[] }>(
      `WITH free AS (
       SELECT id FROM ${TABLE.webhookEvent}
       WHERE id = ANY(:ids) AND status = 'received' AND error IS NULL
       FOR UPDATE SKIP LOCKED
     ), ended AS (
       UPDATE ${TABLE.webhookEvent} AS webhook_event
       SET status = verdict.status, payment_id = verdict.payment_id,
         error = verdict.error, next_attempt_at = NULL, updated_at = :now,
         body = CASE WHEN verdict.is_foreign THEN NULL ELSE webhook_event.body END
       FROM free JOIN unnest(
         CAST(:ids AS text[]), CAST(:statuses AS text[]),
         CAST(:payments AS text[]), CAST(:errors AS text[]),
         CAST(:foreign AS boolean[])
       ) AS verdict (id, status, payment_id, error, is_foreign) ON verdict.id = free.id
       WHERE webhook_event.id = free.id
     )
     SELECT id FROM ${TABLE.webhookEvent}
     WHERE id = ANY(:ids) AND status = 'received' AND error IS NOT NULL`,
      {
        ids: finished.map(({ id }) => id),
        statuses: finished.map(({ status }) => status),
        payments: finished.map((each) =>
          "payment_id" in each ? each.payment_id : null
        ),
        foreign: finished.map((each) => "is_foreign" in each),
        errors: finished.map((each) =>
          each.status === "ignored" ? each.error : null
        ),
        now,
      }
    )
    .timeout(TAKES_AT_MOST_MS, { cancel: true })
  return rows.map(({ id }) => id)
}
