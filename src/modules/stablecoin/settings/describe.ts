import { chainsOf, type CoinsByChain } from "../../../gateway"
import type {
  AdminGeneralSettings,
  AdminHostedSettings,
  AdminOnchainSettings,
  AdminSetting,
  AdminSettingsResponse,
  AdminWebhookSecret,
} from "../../../http-types"
import { byRail, type Rail } from "../../../ledger"
import { settingsOf } from "./settings"
import type { Config } from "./config"
import { type Field, FIELDS, keyOf, readPart } from "./fields"
import type { EffectiveSettings, EffectiveValue } from "./effective-settings"
import { type Account, last4Of, type WebhookSecret } from "../accounts/account"
import { hasFixedAddress } from "../accounts/effective-accounts"
import { HOW_TO_MAKE_A_KEY } from "../accounts/plan-accounts"
import { originsOf } from "./resolve"

/**
 * The settings as an admin may see them, without secrets or anything that
 * reveals them.
 */
export type DescribedSettings = Pick<
  AdminSettingsResponse["settings"],
  "general" | "hosted" | "onchain" | "encryption"
>

/**
 * @param storeCors the store's CORS setting: buyers may be sent back to its
 * origins
 */
export function describeSettings(
  effective: EffectiveSettings,
  storeCors: string
): DescribedSettings {
  const settings = settingsOf(effective, storeCors)
  const fallbacks = fallbacksOf(effective, storeCors)
  const valuesOf = (part: Field["part"]) =>
    Object.fromEntries(
      FIELDS.filter((field) => field.part === part).map((field) => {
        const key = keyOf(field)
        const value = effective.values[key] ?? NONE
        return [field.name, describeValue(field, value, fallbacks[key])]
      })
    )
  const rails = byRail((rail) => {
    const problems = [settings.general, settings[rail]].flatMap((part) =>
      part.ok ? [] : part.problems
    )
    const { mode = null, sandbox = false } = settings.modes[rail] ?? {}
    return {
      ...describeAccount(rail, effective),
      ...valuesOf(rail),
      mode,
      sandbox,
      ready: problems.length === 0,
      problems,
    }
  })
  // The type of each value follows from the schema that reads it.
  return {
    general: valuesOf("general") as AdminGeneralSettings,
    hosted: rails.hosted satisfies AdminHostedSettings,
    onchain: rails.onchain as unknown as AdminOnchainSettings,
    encryption: describeEncryption(effective.config),
  }
}

const NONE: EffectiveValue = { source: "none", value: undefined }

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
    ? { value: read.data, source }
    : { value: null, source, ...problemOf(read.error.issues) }
}

function problemOf(issues: readonly { message: string }[]) {
  return issues.length
    ? { problem: issues.map(({ message }) => message).join(". ") }
    : {}
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

/** The account of a rail, and the secrets of retained ones. */
function describeAccount(
  rail: Rail,
  { config, accounts }: EffectiveSettings
): Pick<
  AdminHostedSettings,
  "base_url" | "client_id" | "client_secret" | "webhook_secrets"
> {
  const { source, account, parts, issues, problem } = accounts.current[rail]
  const secret = account?.clientSecret ?? null
  const isFixed = hasFixedAddress(config.accounts[rail])
  const partOf = (option: "baseUrl" | "clientId") => ({
    value: parts[option] ?? null,
    source: option === "baseUrl" && isFixed ? ("config" as const) : source,
    ...problemOf(issues.filter(({ path }) => path[0] === option)),
  })
  return {
    base_url: partOf("baseUrl"),
    client_id: partOf("clientId"),
    client_secret: {
      set: secret !== null || problem !== undefined,
      last4: secret && last4Of(secret),
      source,
      ...(problem ? { problem } : {}),
    },
    webhook_secrets: [
      ...(account ? describeSecrets(account, true) : []),
      ...accounts.retained.flatMap((each) =>
        each.rail === rail ? describeSecrets(each, false) : []
      ),
    ],
  }
}

/** The secrets of an account; of a retained one, those that can be removed. */
function describeSecrets(
  { baseUrl, clientId, webhookSecrets }: Account,
  isCurrent: boolean
): AdminWebhookSecret[] {
  const account = { base_url: baseUrl, client_id: clientId }
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
