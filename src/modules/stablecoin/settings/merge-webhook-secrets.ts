import type { Rail } from "../../../ledger"
import type { WebhookSigner } from "../webhooks/webhook-signers"
import type { Config } from "./config"
import type { EffectiveParts, EffectiveSecret } from "./effective-settings"
import { accountOf, wholeAccountOf } from "./mode"
import {
  asEffective,
  type Binding,
  last4Of,
  openWebhookSecret,
} from "./secrets"
import type { StoredSettings } from "./stored"
import { RAIL_TRAITS } from "../../../ledger"

export type EffectiveWebhookSecret = EffectiveSecret & {
  source: "config" | "admin"
  /** Null for a secret from the config. */
  id: string | null
  created_at: string | null
  /** The account whose payments it confirms. Null: the current account. */
  account: Binding | null
  replaced_at: string | null
}

export function mergeWebhookSecrets(
  rail: Rail,
  config: Config,
  stored: StoredSettings
): EffectiveWebhookSecret[] {
  return [
    ...config.webhookSecrets(rail).map(({ secret, replaced_at }) => ({
      source: "config" as const,
      id: null,
      secret,
      last4: last4Of(secret),
      created_at: null,
      account: null,
      replaced_at,
    })),
    ...stored.webhookSecrets[rail].map((sealed) => ({
      source: "admin" as const,
      id: sealed.id,
      last4: sealed.last4,
      created_at: sealed.created_at,
      account: sealed.account,
      replaced_at: sealed.replaced_at,
      ...asEffective(openWebhookSecret(rail, sealed, config.keys)),
    })),
  ]
}

/**
 * Whether a secret confirms payments that are started now, or will once the
 * credentials are complete.
 */
export function isCurrentSecret(
  {
    account,
    replaced_at,
  }: Pick<EffectiveWebhookSecret, "account" | "replaced_at">,
  rail: Rail,
  binding: Binding
): boolean {
  const current = wholeAccountOf(rail, binding)
  const isCurrent =
    account === null || current === null || accountOf(rail, account) === current
  return isCurrent && replaced_at === null
}

/** Every readable secret that may sign a rail's webhooks. */
export function signersOf(
  { clientSecrets, webhookSecrets, bindings }: EffectiveParts,
  rail: Rail
): WebhookSigner[] {
  const own = RAIL_TRAITS[rail].signsWithClientSecret
    ? [clientSecrets[rail]]
    : []
  const current = wholeAccountOf(rail, bindings[rail])
  return [
    ...own.map((each) => ({ ...each, account: null, replaced_at: null })),
    ...webhookSecrets[rail],
  ].flatMap(({ secret, account, replaced_at }) =>
    secret === null
      ? []
      : {
          secret,
          account: account ? accountOf(rail, account) : current,
          created_before: replaced_at,
        }
  )
}

/** Whether a secret that may sign a rail's webhooks can't be read. */
export function hasUnreadable(
  { clientSecrets, webhookSecrets }: EffectiveParts,
  config: Config,
  rail: Rail
): boolean {
  const { source, secret } = clientSecrets[rail]
  return (
    (RAIL_TRAITS[rail].signsWithClientSecret &&
      source !== "none" &&
      secret === null) ||
    webhookSecrets[rail].some(({ secret }) => secret === null) ||
    config.isWrongList(rail)
  )
}
