import { newId } from "../repository/new-id"
import type { Draft } from "./draft"
import {
  HOW_TO_MAKE_A_KEY,
  readSecret,
  type SecretPlan,
} from "./plan-client-secret"
import { wholeAccountOf } from "./mode"
import {
  bindWebhookSecret,
  type Binding,
  openWebhookSecret,
  sealWebhookSecret,
} from "./secrets"
import {
  type SealedWebhookSecret,
  type StoredSettings,
  webhookSecretsKey,
} from "./stored"
import { MOST_WEBHOOK_SECRETS } from "./typed"
import { RAIL_TRAITS } from "../../../ledger"

export type WebhookSecretsPlan = SecretPlan & {
  stored: StoredSettings
  /**
   * The client secret after the change, and the replaced one. Hosted client
   * secrets sign webhooks.
   */
  client: { secret: string | null; replaced: string | null }
  now: Date
}

/** A webhook secret to store, unless it is stored already. */
type Addition = Pick<SealedWebhookSecret, "account" | "replaced_at"> & {
  secret: string
}

/**
 * Plans which secrets may sign a rail's webhooks. Each is stored once per
 * account.
 */
export function planWebhookSecrets(
  draft: Draft,
  plan: WebhookSecretsPlan
): void {
  const { rail, config, stored, client, now, binding } = plan
  const key = webhookSecretsKey(rail)
  const before = stored.webhookSecrets[rail]
  const nameOf = (secret: string, account: Binding | null) =>
    JSON.stringify([secret, account && wholeAccountOf(rail, account)])
  const open = (sealed: SealedWebhookSecret) => {
    const opened = openWebhookSecret(rail, sealed, config.keys)
    return opened.ok ? opened.secret : null
  }
  const own = [
    ...(RAIL_TRAITS[rail].signsWithClientSecret && client.secret
      ? [client.secret]
      : []),
    ...config.webhookSecrets(rail).map(({ secret }) => secret),
  ].map((secret) => nameOf(secret, binding))
  const after = withoutRemoved(draft, plan)
    .map((sealed) => bound(sealed, plan))
    .filter((sealed) => {
      const secret = open(sealed)
      const signsItself =
        RAIL_TRAITS[rail].signsWithClientSecret && secret === client.secret
      return !signsItself || nameOf(secret ?? "", sealed.account) !== own[0]
    })
  const known = new Set([
    ...own,
    ...after.map((sealed) => nameOf(open(sealed) ?? "", sealed.account)),
  ])
  for (const { secret, account, replaced_at } of added(draft, plan)) {
    const name = nameOf(secret, account)
    if (!known.has(name)) {
      known.add(name)
      const id = newId("stwsc")
      const created_at = now.toISOString()
      const named = { id, created_at, account, replaced_at }
      after.push(sealWebhookSecret(rail, secret, named, config.keys))
    }
  }
  if (after.length > MOST_WEBHOOK_SECRETS) {
    draft.refuse(
      key,
      `There may be at most ${MOST_WEBHOOK_SECRETS}: remove one that is not in use any more.`
    )
  }
  const isSame =
    after.length === before.length &&
    after.every((sealed) => before.includes(sealed))
  if (!isSame && after.length) {
    draft.set(key, { secrets: after })
  } else if (!isSame) {
    draft.remove(key)
  }
}

/**
 * Binds a secret that was entered before the credentials were complete to their
 * first account.
 */
function bound(
  sealed: SealedWebhookSecret,
  { rail, config, before, binding }: WebhookSecretsPlan
): SealedWebhookSecret {
  const account = [before.bindings[rail], binding].find(
    (each) => wholeAccountOf(rail, each) !== null
  )
  return sealed.account || !account
    ? sealed
    : (bindWebhookSecret(rail, sealed, account, config.keys) ?? sealed)
}

function withoutRemoved(
  draft: Draft,
  { rail, change, stored }: WebhookSecretsPlan
): SealedWebhookSecret[] {
  const before = stored.webhookSecrets[rail]
  const remove = change[rail]?.webhook_secrets?.remove ?? []
  remove.forEach((id, index) => {
    if (!before.some((sealed) => sealed.id === id)) {
      const path = `${webhookSecretsKey(rail)}.remove.${index}`
      draft.refuse(path, "There is no such secret among those of the admin.")
    }
  })
  return before.filter(({ id }) => !remove.includes(id))
}

/**
 * Secrets to add: the typed ones, and the replaced client secret, which may
 * still sign.
 */
function added(
  draft: Draft,
  { rail, change, config, client, binding, now }: WebhookSecretsPlan
): Addition[] {
  const typed = change[rail]?.webhook_secrets?.add ?? []
  const path = `${webhookSecretsKey(rail)}.add`
  if (typed.length && config.keys.isEmpty) {
    draft.refuse(path, HOW_TO_MAKE_A_KEY)
    return []
  }
  const account = wholeAccountOf(rail, binding) === null ? null : binding
  // The hosted secret in use is the client secret: any other one was replaced.
  const replaced_at = RAIL_TRAITS[rail].signsWithClientSecret
    ? now.toISOString()
    : null
  const secrets = typed.map((text, index) => {
    const secret = readSecret(draft, `${path}.${index}`, text)
    if (!text.trim()) {
      draft.refuse(`${path}.${index}`, "must not be blank")
    }
    return secret
  })
  const replaced = RAIL_TRAITS[rail].signsWithClientSecret
    ? (client.replaced ?? "")
    : ""
  return [...secrets, replaced]
    .filter((secret) => secret !== "")
    .map((secret) => ({ secret, account, replaced_at }))
}
