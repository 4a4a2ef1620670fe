import { hash } from "node:crypto"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { Payment } from "../../../../ledger"
import { newId } from "../new-id"
import { TABLE } from "../tables"

/** Only the gateway and its buyer know a payment's id, but both may flood. */
export const PER_PAYMENT = 3

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
