import { chainsOf } from "../../../gateway"
import type {
  AdminGeneralSettings,
  AdminHostedSettings,
  AdminOnchainSettings,
  AdminSecret,
  AdminSetting,
  AdminSettingsResponse,
  AdminWebhookSecret,
} from "../../../http-types"
import { byRail, type Rail } from "../../../ledger"
import { originsOf } from "./cors-origins"
import { generalSchema, onchainSchema } from "./options"
import { hasUserInfo } from "./urls"
import { resolveSettings, type Settings } from "./settings"
import type { SettingRow } from "../repository/settings/settings"
import type { Config } from "./config"
import { type Field, FIELDS, keyOf, type Part } from "./fields"
import {
  type EffectiveSettings,
  mergeSettings,
  type EffectiveSecret,
  type EffectiveValue,
} from "./effective-settings"
import {
  isCurrentSecret,
  type EffectiveWebhookSecret,
} from "./merge-webhook-secrets"
import { isSandbox, modeOf } from "./mode"
import { HOW_TO_MAKE_A_KEY } from "./plan-client-secret"
import type { Binding } from "./secrets"
import { readStored, type StoredSettings } from "./stored"

/**
 * The settings as an admin may see them, without secrets or anything that
 * reveals them.
 */
export type DescribedSettings = Omit<
  AdminSettingsResponse["settings"],
  "webhooks"
>

/**
 * @param storeCors the store's CORS setting: buyers may be sent back to its
 * origins
 */
export function describeSettings(
  config: Config,
  { version, rows }: { version: string; rows: readonly SettingRow[] },
  storeCors: string
): DescribedSettings {
  const stored = readStored(rows)
  const effective = mergeSettings(config, stored)
  const settings = resolveSettings(
    effective.options,
    storeCors,
    effective.provenance
  )
  const values = describeValues(effective, storeCors)
  const rail = (name: Rail) => ({
    ...values[name],
    ...describeRail(name, effective, stored, settings),
  })
  // The type of each value follows from the schema that reads it.
  return {
    general: values.general as AdminGeneralSettings,
    hosted: rail("hosted") as AdminHostedSettings,
    onchain: rail("onchain") as AdminOnchainSettings,
    encryption: describeEncryption(config),
    version,
  }
}

type Described = Record<string, AdminSetting<unknown>>

function describeValues(
  effective: EffectiveSettings,
  storeCors: string
): Record<Part, Described> {
  const parts: Record<Part, Described> = {
    general: {},
    ...byRail(() => ({})),
  }
  const fallbacks = fallbacksOf(effective, storeCors)
  for (const field of FIELDS) {
    const key = keyOf(field)
    const value = effective.values[key] ?? { source: "none", value: undefined }
    parts[field.part][field.name] = describeValue(field, value, fallbacks[key])
  }
  return parts
}

function describeValue(
  { reads }: Field,
  { source, value, locked, problem }: EffectiveValue,
  fallback: unknown
): AdminSetting<unknown> {
  const more = {
    ...(locked ? { locked } : {}),
    ...(problem ? { problem } : {}),
  }
  if (source === "none") {
    return fallback === undefined
      ? { value: null, source, ...more }
      : { value: fallback, source: "default", ...more }
  }
  const read = reads.safeParse(value)
  return read.success
    ? { value: withoutUserInfo(read.data), source, ...more }
    : {
        value: null,
        source,
        problem: read.error.issues.map(({ message }) => message).join(". "),
      }
}

/** Defaults for settings that neither the config nor the admin sets. */
function fallbacksOf(
  effective: EffectiveSettings,
  storeCors: string
): Record<string, unknown> {
  const general: Record<string, unknown> = {
    ...generalSchema.parse({}),
    storefrontUrls: originsOf(storeCors),
  }
  const { shape } = onchainSchema
  const offered = shape.chains.safeParse(
    effective.values["onchain.chains"]?.value
  )
  const named = FIELDS.filter(({ part }) => part === "general").map(
    (field) => [keyOf(field), general[field.option]] as const
  )
  return {
    ...Object.fromEntries(named),
    "onchain.chains": shape.chains.parse(undefined),
    "onchain.default_chain": offered.data && chainsOf(offered.data)[0],
  }
}

function describeRail(
  rail: Rail,
  effective: EffectiveSettings,
  { modes }: StoredSettings,
  { general, [rail]: resolved }: Settings
) {
  const problems = [general, resolved].flatMap((part) =>
    part.ok ? [] : part.problems
  )
  return {
    client_secret: describeSecret(effective.clientSecrets[rail]),
    webhook_secrets: effective.webhookSecrets[rail].map((secret) =>
      describeWebhookSecret(rail, secret, effective.bindings[rail])
    ),
    mode: modeOf(rail, effective.bindings[rail], modes[rail]),
    sandbox: isSandbox(rail, effective.bindings[rail], modes[rail]),
    ready: problems.length === 0,
    problems,
  }
}

function describeSecret({
  source,
  last4,
  problem,
}: EffectiveSecret): AdminSecret {
  return {
    set: source !== "none",
    last4,
    source,
    ...(problem ? { problem } : {}),
  }
}

function describeWebhookSecret(
  rail: Rail,
  secret: EffectiveWebhookSecret,
  binding: Binding
): AdminWebhookSecret {
  const { id, last4, source, created_at, replaced_at, problem } = secret
  const { base_url, client_id } = secret.account ?? binding
  return {
    id,
    last4,
    source,
    created_at,
    account:
      base_url && client_id
        ? { base_url: String(withoutUserInfo(base_url)), client_id }
        : null,
    current: isCurrentSecret(secret, rail, binding),
    replaced_at,
    ...(problem ? { problem } : {}),
  }
}

function describeEncryption({
  keys,
  keysProblem,
}: Config): DescribedSettings["encryption"] {
  const problem = keysProblem ?? (keys.isEmpty ? HOW_TO_MAKE_A_KEY : null)
  return { ready: !keys.isEmpty, ...(problem ? { problem } : {}) }
}

/**
 * Removes user name and password from an address, since they must not be shown.
 */
function withoutUserInfo(value: unknown): unknown {
  if (typeof value !== "string" || !URL.canParse(value)) {
    return value
  }
  const url = new URL(value)
  if (!hasUserInfo(url)) {
    return value
  }
  url.username = ""
  url.password = ""
  return url.href.replace(/\/+$/, "")
}
