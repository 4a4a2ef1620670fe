import { byRail, isRail, type Rail, RAILS } from "../../../ledger"
import { addressSchema } from "./urls"
import type { Provenance } from "./settings"
import { WEBHOOK_SECRETS } from "./webhook-secret-options"
import type { Config } from "./config"
import { FIELDS, type Field, keyOf, type Part } from "./fields"
import { mergeChains } from "./merge-chains"
import {
  hasUnreadable,
  isCurrentSecret,
  type EffectiveWebhookSecret,
  mergeWebhookSecrets,
  signersOf,
} from "./merge-webhook-secrets"
import { asEffective, type Binding, last4Of, openClientSecret } from "./secrets"
import { type StoredSettings } from "./stored"

export type EffectiveValue = {
  source: "config" | "admin" | "none"
  value: unknown
  /** Why the admin can't set it. */
  locked?: string
  /** Why the value is not used as set. */
  problem?: string
}

export type EffectiveSecret = {
  source: "config" | "admin" | "none"
  /** Null when no secret is set, or it can't be decrypted. */
  secret: string | null
  last4: string | null
  problem?: string
}

/** Effective settings with the source of each value. */
export type EffectiveSettings = {
  /** In the shape of the plugin's options, for resolveSettings. */
  options: unknown
  provenance: Provenance
  /** By names such as `general.backend_url`. */
  values: Readonly<Record<string, EffectiveValue>>
  clientSecrets: Readonly<Record<Rail, EffectiveSecret>>
  webhookSecrets: Readonly<Record<Rail, readonly EffectiveWebhookSecret[]>>
  /**
   * Base URL and client id that the effective client secrets may be used with.
   */
  bindings: Readonly<Record<Rail, Binding>>
}

/**
 * Merges the config over the admin's settings, field by field. Webhook secrets
 * of both are combined, so that none is dropped.
 */
export function mergeSettings(
  config: Config,
  stored: StoredSettings
): EffectiveSettings {
  const each = Object.fromEntries(
    FIELDS.map((field) => [keyOf(field), mergeValue(field, config, stored)])
  )
  const values = { ...each, ...mergeChains(each) }
  const bindings = byRail((rail) => ({
    base_url: normalized(values[`${rail}.base_url`]?.value),
    client_id: String(values[`${rail}.client_id`]?.value ?? ""),
  }))
  const clientSecrets = byRail((rail) =>
    mergeClientSecret(rail, bindings[rail], config, stored)
  )
  const webhookSecrets = byRail((rail) =>
    mergeWebhookSecrets(rail, config, stored)
  )
  const effective = { values, clientSecrets, webhookSecrets, bindings }
  return {
    ...effective,
    options: config.with(additions(effective, config)),
    provenance: {
      ...provenanceOf(effective),
      signers: byRail((rail) => signersOf(effective, rail)),
      unreadable: byRail((rail) => hasUnreadable(effective, config, rail)),
    },
  }
}

function mergeValue(
  field: Field,
  config: Config,
  stored: StoredSettings
): EffectiveValue {
  const written = config.value(field)
  if (written !== undefined) {
    return { source: "config", value: written }
  }
  const locked = lockOf(field, config)
  const value = stored.values[keyOf(field)]
  return locked || value === undefined
    ? { source: "none", value: undefined, ...(locked ? { locked } : {}) }
    : { source: "admin", value }
}

/**
 * Locks the base URL while the config sets the client secret. Otherwise an
 * admin could have that secret sent anywhere.
 */
function lockOf({ part, name }: Field, config: Config): string | undefined {
  return isRail(part) &&
    name === "base_url" &&
    config.clientSecret(part) !== undefined
    ? `${part}.clientSecret is set in medusa-config.ts, and is only sent to an address that is also set there. Set ${part}.baseUrl as well.`
    : undefined
}

function mergeClientSecret(
  rail: Rail,
  binding: Binding,
  config: Config,
  stored: StoredSettings
): EffectiveSecret {
  const written = config.clientSecret(rail)
  if (written !== undefined) {
    const secret = typeof written === "string" ? written : null
    return { source: "config", secret, last4: secret && last4Of(secret) }
  }
  const sealed = stored.clientSecrets[rail]
  if (!sealed) {
    return { source: "none", secret: null, last4: null }
  }
  const opened = openClientSecret(rail, sealed, binding, config.keys)
  return { source: "admin", last4: sealed.last4, ...asEffective(opened) }
}

/** Effective settings before they become options. */
export type EffectiveParts = Omit<EffectiveSettings, "options" | "provenance">

/** Values that are missing in the config, by option name. */
function additions(
  { values, clientSecrets, webhookSecrets, bindings }: EffectiveParts,
  config: Config
): Record<Part, Record<string, unknown>> {
  const more: Record<Part, Record<string, unknown>> = {
    general: {},
    ...byRail(() => ({})),
  }
  for (const field of FIELDS) {
    const effective = values[keyOf(field)]
    if (effective?.source === "admin") {
      more[field.part][field.option] = effective.value
    }
  }
  for (const rail of RAILS) {
    const { source, secret } = clientSecrets[rail]
    if (source === "admin" && secret !== null) {
      more[rail].clientSecret = secret
    }
  }
  const current = webhookSecrets.onchain.filter((each) =>
    isCurrentSecret(each, "onchain", bindings.onchain)
  )
  const isMore = current.some(({ source }) => source === "admin")
  // An invalid list stays, so that it is reported.
  if (isMore && !config.isWrongList("onchain")) {
    more.onchain[WEBHOOK_SECRETS.onchain] = current.flatMap(
      ({ secret }) => secret ?? []
    )
  }
  return more
}

/** Provenance that the merged options don't contain. */
function provenanceOf({
  values,
  clientSecrets,
  webhookSecrets,
  bindings,
}: EffectiveParts) {
  const instead: Record<string, string> = {}
  const addressScopes: Provenance["addressScopes"] = {}
  if (values["general.backend_url"]?.source === "admin") {
    addressScopes.general = "public"
  }
  for (const rail of RAILS) {
    const baseUrl = values[`${rail}.base_url`]
    if (baseUrl?.source === "admin") {
      addressScopes[rail] = "public"
    }
    if (baseUrl?.locked) {
      instead[`${rail}.baseUrl`] =
        `${rail}.baseUrl is missing: ${baseUrl.locked}`
    }
    const { problem } = clientSecrets[rail]
    if (problem) {
      instead[`${rail}.clientSecret`] =
        `${rail}.clientSecret can't be used. ${problem}`
    }
    const inUse = webhookSecrets[rail].filter(
      ({ replaced_at }) => replaced_at === null
    )
    const isForeign = (each: EffectiveWebhookSecret) =>
      !isCurrentSecret(each, rail, bindings[rail])
    if (inUse.length && inUse.every(isForeign)) {
      instead[`${rail}.webhookSecrets`] =
        `${rail}.webhookSecrets is missing: the stored ones belong to another account. Enter the webhook secret of the current account under Settings → Stablecoin payments.`
    }
    const closed = webhookSecrets[rail].find((each) => each.problem)
    if (closed) {
      instead[`${rail}.webhookSecrets`] =
        `${rail}.webhookSecrets can't be used. ${closed.problem}`
    }
  }
  return { instead, addressScopes }
}

function normalized(baseUrl: unknown): string {
  return addressSchema.safeParse(baseUrl).data ?? ""
}
