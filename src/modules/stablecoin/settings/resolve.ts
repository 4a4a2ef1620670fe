import type { Chain, CoinsByChain } from "../../../gateway"
import type { AdminFieldError } from "../../../http-types"
import { type Rail, RAIL_TRAITS } from "../../../ledger"
import type { PricingSettings } from "../../../pricing"
import type { EffectiveOptions } from "../../../settings"
import { type Credentials, credentialsOf } from "../accounts/account"
import type { EffectiveAccount } from "../accounts/effective-accounts"
import type { Config, Part } from "./config"
import { type EffectiveValues, FIELDS, keyOf } from "./effective-settings"
import type { GeneralSettings, OnchainSettings } from "./settings"

/** Complete settings, or one sentence for each problem. */
export type Resolved<T> =
  { ok: true; value: T } | { ok: false; problems: string[] }

export const IN_CONFIG =
  'in the options of the plugin "medusa-payment-stablecoin" in medusa-config.ts'
const WHERE = `in the admin (Settings → Stablecoin payments), or ${IN_CONFIG}`

export function resolveGeneral(
  values: EffectiveValues,
  { keyIssues }: Config
): Resolved<GeneralSettings> {
  const { read, issues } = readPart("general", values)
  if (issues.length || keyIssues.length) {
    return wrong([...issues, ...keyIssues])
  }
  // The type of each value follows from the kind of its declaration.
  const {
    backendUrl,
    storefrontUrls = [],
    ...others
  } = read as EffectiveOptions
  if (!backendUrl) {
    return { ok: false, problems: [missing("backendUrl", WHERE)] }
  }
  const isEntered = values["general.backend_url"]?.source === "admin"
  return {
    ok: true,
    value: {
      ...others,
      backendUrl,
      addressScope: isEntered ? "public" : undefined,
      storefrontUrls,
    },
  }
}

export function resolveOnchain(
  current: EffectiveAccount,
  values: EffectiveValues
): Resolved<OnchainSettings> {
  const { read, issues } = readPart("onchain", values)
  const account = resolveAccount("onchain", current, issues)
  const chains = read.chains as CoinsByChain
  const defaultChain = read.defaultChain as Chain
  return account.ok
    ? { ok: true, value: { ...account.value, chains, defaultChain } }
    : account
}

/** Resolved separately: carts in dollars don't need it. */
export function resolvePricing(
  values: EffectiveValues
): Resolved<PricingSettings> {
  const { read, issues } = readPart("pricing", values)
  const isEntered = values["pricing.sources"]?.source === "admin"
  return issues.length
    ? wrong(
        issues.map((issue) => ({ ...issue, path: `pricing.${issue.path}` }))
      )
    : {
        ok: true,
        value: {
          ...(read as unknown as PricingSettings),
          addressScope: isEntered ? "public" : undefined,
        },
      }
}

/** The values of a part by their options, and why others can't be used. */
function readPart(
  part: Part,
  values: EffectiveValues
): { read: Record<string, unknown>; issues: AdminFieldError[] } {
  const fields = FIELDS.filter((field) => field.part === part)
  const read = fields.map((field) => [
    field.option,
    values[keyOf(field)]?.value,
  ])
  return {
    read: Object.fromEntries(read),
    issues: fields.flatMap((field) => values[keyOf(field)]?.issues ?? []),
  }
}

/** @param others why other options of the rail can't be used */
export function resolveAccount(
  rail: Rail,
  { account, parts, source, issues, problem }: EffectiveAccount,
  others: readonly AdminFieldError[] = []
): Resolved<Credentials> {
  if (issues.length || others.length) {
    return wrong(
      [...issues, ...others].map(({ path, message }) => ({
        path: path ? `${rail}.${path}` : rail,
        message,
      }))
    )
  }
  if (problem) {
    const problems = [`${rail}.clientSecret can't be used. ${problem}`]
    return { ok: false, problems }
  }
  const { baseUrl, clientId, clientSecret } = parts
  const webhookSecrets =
    RAIL_TRAITS[rail].signsWithClientSecret ||
    parts.webhookSecrets.some(({ replaced_at }) => replaced_at === null)
  const needed = { baseUrl, clientId, clientSecret, webhookSecrets }
  // The admin can't complete an account of the config.
  const where = source === "config" ? IN_CONFIG : WHERE
  const problems = Object.entries(needed).flatMap(([name, value]) =>
    value ? [] : missing(`${rail}.${name}`, where)
  )
  const credentials = credentialsOf(account)
  return credentials && !problems.length
    ? { ok: true, value: credentials }
    : { ok: false, problems }
}

/** The problems that schemas report. */
export function wrong(
  issues: readonly AdminFieldError[],
  where = WHERE
): { ok: false; problems: string[] } {
  const problems = issues.map(
    ({ path, message }) => `${path}: ${message} (${where}).`
  )
  return { ok: false, problems }
}

function missing(name: string, where: string): string {
  return `${name} is missing: set it ${where}.`
}
