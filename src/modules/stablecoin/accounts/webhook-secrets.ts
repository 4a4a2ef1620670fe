import { type Rail, RAIL_TRAITS } from "../../../ledger"
import { newId } from "../repository/new-id"
import { type Account, signingSecretOf, type WebhookSecret } from "./account"

/** The webhook secrets of an account whose client secret is entered. */
export function secretsBeside(
  clientSecret: string,
  stored: Account | undefined,
  now: Date
): WebhookSecret[] {
  if (!stored) {
    return []
  }
  const { webhookSecrets } =
    stored.clientSecret === clientSecret
      ? stored
      : withClientSecretReplaced(stored, now)
  const own = signingSecretOf({ ...stored, clientSecret })
  return webhookSecrets
    .filter(({ secret }) => secret !== own)
    .map((each) => ({
      ...each,
      id: each.id ?? newId("stwsc"),
      created_at: each.created_at ?? now.toISOString(),
    }))
}

/**
 * Lists a client secret that signs webhooks among the replaced ones, so that it
 * can be removed. It still confirms older payments of its account.
 */
export function withClientSecretReplaced(account: Account, now: Date): Account {
  const { rail, webhookSecrets } = account
  const own = signingSecretOf(account)
  return own
    ? {
        ...account,
        clientSecret: null,
        webhookSecrets: [...webhookSecrets, newSecret(rail, own, now)],
      }
    : account
}

/**
 * The hosted secret in use is the client secret, so that any other one was
 * replaced.
 */
export function newSecret(
  rail: Rail,
  secret: string,
  now: Date
): WebhookSecret {
  const at = now.toISOString()
  const replaced_at = RAIL_TRAITS[rail].signsWithClientSecret ? at : null
  return { id: newId("stwsc"), secret, created_at: at, replaced_at }
}
