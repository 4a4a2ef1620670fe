import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { Payment } from "../../../../ledger"
import { TABLE } from "../tables"

/**
 * Reads the seconds since the receipt of the webhook that made a payment paid,
 * by the database's clock.
 *
 * @returns null when no webhook did, or it is deleted
 */
export async function secondsSinceWebhook(
  db: Knex,
  { id }: Pick<Payment, "id">
): Promise<number | null> {
  const { rows } = await db.raw<{ rows: { seconds: number }[] }>(
    `SELECT EXTRACT(EPOCH FROM now() - webhook.created_at)::float AS seconds
     FROM ${TABLE.fact} AS fact
     JOIN ${TABLE.webhookEvent} AS webhook ON webhook.id = fact.webhook_event_id
     WHERE fact.payment_id = ? AND fact.deleted_at IS NULL
       AND fact.status_before <> 'paid' AND fact.status_after = 'paid'`,
    [id]
  )
  return rows[0]?.seconds ?? null
}
