import { z } from "zod"
import { type Rail, RAIL_TRAITS } from "../../../ledger"
import type { WebhookSigner } from "../webhooks/webhook-signers"
import {
  accountOfCredentials,
  type PartialCredentials,
} from "./partial-credentials"
import { readableSecrets, WEBHOOK_SECRETS } from "./webhook-secret-options"

const listsSchema = z
  .object({ previousClientSecrets: z.unknown(), webhookSecrets: z.unknown() })
  .partial()
  .catch({})

/**
 * Secrets in the options that may sign a rail's webhooks. Parsed separately, so
 * that another invalid option does not get genuine webhooks rejected.
 */
export function signersOf(
  rail: Rail,
  written: unknown,
  credentials: PartialCredentials
): WebhookSigner[] {
  const account = accountOfCredentials(rail, credentials)
  const secret = RAIL_TRAITS[rail].signsWithClientSecret
    ? credentials.clientSecret
    : undefined
  const listed = listsSchema.parse(written)[WEBHOOK_SECRETS[rail]]
  return [
    ...(secret ? [{ secret, account, created_before: null }] : []),
    ...readableSecrets(rail, listed).map(({ secret, replaced_at }) => ({
      secret,
      account,
      created_before: replaced_at,
    })),
  ]
}
