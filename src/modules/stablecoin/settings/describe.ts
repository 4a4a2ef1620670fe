import { chainsOf, type CoinsByChain } from "../../../gateway"
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
import { hasUserInfo } from "./values"
import { type Settings, settingsOf } from "./settings"
import type { StoredRows } from "../repository/settings/settings"
import type { Config } from "./config"
import { type Field, FIELDS, keyOf, type Part, readPart } from "./fields"
import {
  type EffectiveSettings,
  mergeSettings,
  type EffectiveValue,
} from "./effective-settings"
import { type Account, last4Of, type WebhookSecret } from "../accounts/account"
import { HOW_TO_MAKE_A_KEY } from "../accounts/plan-accounts"

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
  { version, rows }: { version: string; rows: StoredRows },
  storeCors: string
): DescribedSettings {
  const effective = mergeSettings(config, rows)
  const settings = settingsOf(config, effective, storeCors, rows)
  const values = describeValues(effective, storeCors)
  const rail = (name: Rail) => ({
    ...values[name],
    ...describeRail(name, effective, settings),
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
  { source, value }: EffectiveValue,
  fallback: unknown
): AdminSetting<unknown> {
  if (value === undefined) {
    const isDefault = source === "none" && fallback !== undefined
    return { value: fallback ?? null, source: isDefault ? "default" : source }
  }
  const read = reads.safeParse(value)
  return read.success
    ? { value: withoutUserInfo(read.data), source }
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
  const defaults = FIELDS.map((field) => [
    keyOf(field),
    field.reads.safeParse(undefined).data,
  ])
  const { read } = readPart("onchain", effective.values)
  const offered = read.chains as CoinsByChain | undefined
  return {
    ...Object.fromEntries(defaults),
    "general.storefront_urls": originsOf(storeCors),
    "onchain.default_chain": offered && chainsOf(offered)[0],
  }
}

function describeRail(
  rail: Rail,
  { accounts }: EffectiveSettings,
  { general, modes, [rail]: resolved }: Settings
) {
  const problems = [general, resolved].flatMap((part) =>
    part.ok ? [] : part.problems
  )
  const { source, account, problem } = accounts.current[rail]
  const secret = account?.clientSecret ?? null
  const client_secret: AdminSecret = {
    set: secret !== null || problem !== undefined,
    last4: secret && last4Of(secret),
    source,
    ...(problem ? { problem } : {}),
  }
  const { mode = null, sandbox = false } = modes[rail] ?? {}
  return {
    client_secret,
    webhook_secrets: [
      ...(account ? describeSecrets(account, true) : []),
      ...accounts.retained.flatMap((each) =>
        each.rail === rail ? describeSecrets(each, false) : []
      ),
    ],
    mode,
    sandbox,
    ready: problems.length === 0,
    problems,
  }
}

/** The secrets of an account; of a retained one, those that can be removed. */
function describeSecrets(
  { baseUrl, clientId, webhookSecrets }: Account,
  isCurrent: boolean
): AdminWebhookSecret[] {
  const account = {
    base_url: String(withoutUserInfo(baseUrl)),
    client_id: clientId,
  }
  const isShown = ({ id }: WebhookSecret) => isCurrent || id !== null
  return webhookSecrets
    .filter(isShown)
    .map(({ id, secret, created_at, replaced_at }) => ({
      id,
      last4: last4Of(secret),
      source: id === null ? "config" : "admin",
      created_at,
      account,
      current: isCurrent && replaced_at === null,
      replaced_at,
    }))
}

function describeEncryption({
  keys,
  keyIssues: [issue],
}: Config): DescribedSettings["encryption"] {
  const problem = issue
    ? `${issue.path.join(".")}: ${issue.message}`
    : keys.isEmpty
      ? HOW_TO_MAKE_A_KEY
      : null
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
