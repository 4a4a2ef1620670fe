import type { Exceptions } from "../payments/exceptions"
import type { Repository } from "../repository"
import type { WebhookEventRow } from "../repository/tables"
import type { IncomingWebhook } from "./accept-webhook"
import { unverifiedWebhook } from "./unverified-webhooks"
import type { SignerScope } from "./webhook-signers"

/**
 * Attempts before an unverified webhook opens an exception, about 9 minutes: a
 * secret that was changed at the gateway is entered meanwhile.
 */
const ATTEMPTS = 8

export type VerifiedParts = {
  repository: { payments: Pick<Repository["payments"], "find"> }
  exceptions: Pick<Exceptions, "open">
  /** Verifies with the secrets of now. @returns the payments that it confirms */
  verifyAgain(webhook: IncomingWebhook): Promise<SignerScope[]>
}

/**
 * Verifies a stored webhook again, if no secret had confirmed it.
 *
 * @throws when none does yet
 */
export async function verified(
  event: WebhookEventRow,
  { repository, exceptions, verifyAgain }: VerifiedParts
): Promise<WebhookEventRow> {
  const { id, signature, body, rail, payment_id, attempts } = event
  if (!signature || body === null) {
    return event
  }
  const signed_for = await verifyAgain({
    rail,
    body: Buffer.from(body, "utf8"),
    header: () => signature,
  })
  if (signed_for.length) {
    return { ...event, signed_for }
  }
  const payment = await repository.payments.find({ id: payment_id ?? "" })
  if (attempts >= ATTEMPTS && payment && payment.status !== "paid") {
    await exceptions.open(payment.id, unverifiedWebhook(payment), id)
  }
  throw new Error(
    "No secret of this store confirms its signature. If the secret was changed at the gateway, enter the new one."
  )
}
