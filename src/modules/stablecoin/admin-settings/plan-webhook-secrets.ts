import { generateEntityId } from "@medusajs/framework/utils"
import type { Draft } from "./draft"
import {
  HOW_TO_MAKE_A_KEY,
  readSecret,
  type SecretPlan,
} from "./plan-client-secret"
import { openWebhookSecret, sealWebhookSecret } from "./secrets"
import {
  type SealedWebhookSecret,
  type StoredSettings,
  webhookSecretsKey,
} from "./stored"
import { MOST_WEBHOOK_SECRETS } from "./typed"

export type WebhookSecretsPlan = SecretPlan & {
  stored: StoredSettings
  /** The client secret that will be in force, and the one that it replaces: hosted ones sign webhooks. */
  client: { secret: string | null; replaced: string | null }
  now: Date
}

/** Judges which secrets may sign a rail's webhooks: each is kept once. */
export function planWebhookSecrets(
  draft: Draft,
  plan: WebhookSecretsPlan
): void {
  const { rail, config, stored, client, now } = plan
  const key = webhookSecretsKey(rail)
  const before = stored.webhookSecrets[rail]
  const signsItself = rail === "hosted" ? client.secret : null
  const open = (sealed: SealedWebhookSecret) => {
    const opened = openWebhookSecret(rail, sealed, config.keys)
    return opened.ok ? opened.secret : null
  }
  const after = withoutRemoved(draft, plan).filter(
    (sealed) => signsItself === null || open(sealed) !== signsItself
  )
  const known = new Set([
    ...config.webhookSecrets(rail),
    ...after.map(open),
    signsItself,
  ])
  for (const secret of added(draft, plan)) {
    if (!known.has(secret)) {
      known.add(secret)
      const id = generateEntityId(undefined, "stwsc")
      const created_at = now.toISOString()
      after.push(
        sealWebhookSecret(rail, secret, { id, created_at }, config.keys)
      )
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
    draft.put(key, { secrets: after })
  } else if (!isSame) {
    draft.remove(key)
  }
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

/** What is to be added: what was typed, and the client secret that still may sign. */
function added(
  draft: Draft,
  { rail, change, config, client }: WebhookSecretsPlan
): string[] {
  const typed = change[rail]?.webhook_secrets?.add ?? []
  const path = `${webhookSecretsKey(rail)}.add`
  if (typed.length && config.keys.isEmpty) {
    draft.refuse(path, HOW_TO_MAKE_A_KEY)
    return []
  }
  const secrets = typed.map((text, index) => {
    const secret = readSecret(draft, `${path}.${index}`, text)
    if (!text.trim()) {
      draft.refuse(`${path}.${index}`, "must not be blank")
    }
    return secret
  })
  const replaced = rail === "hosted" ? client.replaced : null
  return [...secrets.filter(Boolean), ...(replaced ? [replaced] : [])]
}
