import type { Chain, CoinsByChain } from "../../../gateway"
import { type Rail, RAIL_TRAITS } from "../../../ledger"
import type { EffectiveOptions } from "../../../settings"
import { type Credentials, credentialsOf } from "../accounts/account"
import type { EffectiveAccount } from "../accounts/effective-accounts"
import type { Config } from "./config"
import type { EffectiveValues } from "./effective-settings"
import { FIELDS, type Issue, keyOf, type Part } from "./fields"
import { missing, type Resolved, wrong } from "./resolved"
import type {
  GeneralSettings,
  HostedSettings,
  OnchainSettings,
} from "./settings"

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
    return missing(["backendUrl"])
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

export function resolveHosted(
  current: EffectiveAccount
): Resolved<HostedSettings> {
  const account = resolveAccount("hosted", current)
  return account.ok
    ? { ok: true, value: { rail: "hosted", ...account.value } }
    : account
}

export function resolveOnchain(
  current: EffectiveAccount,
  values: EffectiveValues
): Resolved<OnchainSettings> {
  const { read, issues } = readPart("onchain", values)
  const account = resolveAccount("onchain", current, issues)
  if (!account.ok) {
    return account
  }
  const chains = read.chains as CoinsByChain
  const defaultChain = read.defaultChain as Chain
  return defaultChain in chains
    ? {
        ok: true,
        value: { rail: "onchain", ...account.value, chains, defaultChain },
      }
    : wrong(
        [{ path: ["defaultChain"], message: "must be one of onchain.chains" }],
        "onchain"
      )
}

/** The values of a part by their options, and why others can't be used. */
function readPart(
  part: Part,
  values: EffectiveValues
): { read: Record<string, unknown>; issues: Issue[] } {
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
function resolveAccount(
  rail: Rail,
  { account, parts, source, issues, problem }: EffectiveAccount,
  others: readonly Issue[] = []
): Resolved<Credentials> {
  if (issues.length || others.length) {
    return wrong([...issues, ...others], rail)
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
  const absent = Object.entries(needed).flatMap(([name, value]) =>
    value ? [] : `${rail}.${name}`
  )
  const credentials = credentialsOf(account)
  return credentials && !absent.length
    ? { ok: true, value: credentials }
    : missing(absent, source)
}
