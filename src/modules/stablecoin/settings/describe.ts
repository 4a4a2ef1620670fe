import type {
  AdminCredentials,
  AdminGeneralSettings,
  AdminPricingSettings,
  AdminSetting,
  AdminSettingsResponse,
  AdminWebhookSecret,
} from "../../../http-types"
import { byRail, type Rail } from "../../../ledger"
import { type Account, last4Of, type WebhookSecret } from "../accounts/account"
import { hasFixedAddress } from "../accounts/effective-accounts"
import { HOW_TO_MAKE_A_KEY } from "../accounts/typed-credentials"
import type { Config, Part } from "./config"
import { type EffectiveValue, FIELDS, keyOf } from "./effective-settings"
import type { Settings } from "./settings"

/**
 * The settings as an admin may see them, without secrets or anything that
 * reveals them.
 */
export type DescribedSettings = Pick<
  AdminSettingsResponse["settings"],
  "general" | "pricing" | "hosted" | "onchain" | "encryption"
>

export function describeSettings(settings: Settings): DescribedSettings {
  const valuesOf = (part: Part) =>
    Object.fromEntries(
      FIELDS.filter((field) => field.part === part).map((field) => [
        field.name,
        describeValue(settings.values[keyOf(field)]),
      ])
    )
  const rails = byRail((rail) => {
    const problems = [settings.general, settings[rail]].flatMap((part) =>
      part.ok ? [] : part.problems
    )
    const { mode = null, sandbox = false } = settings.modes[rail] ?? {}
    return {
      ...describeAccount(rail, settings),
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
    pricing: valuesOf("pricing") as AdminPricingSettings,
    hosted: rails.hosted satisfies AdminCredentials,
    onchain: rails.onchain as unknown as DescribedSettings["onchain"],
    encryption: describeEncryption(settings.config),
  }
}

function describeValue({
  source = "none",
  value = null,
  issues = [],
}: Partial<EffectiveValue> = {}): AdminSetting<unknown> {
  return { value, source, ...problemOf(issues) }
}

function problemOf(issues: readonly { message: string }[]) {
  return issues.length
    ? { problem: issues.map(({ message }) => message).join(". ") }
    : {}
}

/** The account of a rail, and the secrets of retained ones. */
function describeAccount(
  rail: Rail,
  { config, current, retained }: Settings
): Pick<
  AdminCredentials,
  "base_url" | "client_id" | "client_secret" | "webhook_secrets"
> {
  const { source, account, parts, issues, problem } = current[rail]
  const secret = account?.clientSecret ?? null
  const isFixed = hasFixedAddress(config.accounts[rail])
  const partOf = (option: "baseUrl" | "clientId") => ({
    value: parts[option] ?? null,
    source: option === "baseUrl" && isFixed ? ("config" as const) : source,
    ...problemOf(issues.filter(({ path }) => path === option)),
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
      ...retained.flatMap((each) =>
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
    ? `${issue.path}: ${issue.message}`
    : keys.isEmpty
      ? HOW_TO_MAKE_A_KEY
      : null
  return { ready: !keys.isEmpty, ...(problem ? { problem } : {}) }
}
