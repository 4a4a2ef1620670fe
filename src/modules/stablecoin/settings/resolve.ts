import { type Chain, chainsOf, type CoinsByChain } from "../../../gateway"
import { type Rail, RAIL_TRAITS } from "../../../ledger"
import type { EffectiveOptions } from "../../../settings"
import { type Credentials, credentialsOf } from "../accounts/account"
import type { EffectiveSettings } from "./effective-settings"
import { type Issue, readPart } from "./fields"
import { missing, type Resolved, wrong } from "./resolved"
import type {
  GeneralSettings,
  HostedSettings,
  OnchainSettings,
} from "./settings"

/** The plain origins of a CORS setting. Skips regular expressions and `*`. */
export function originsOf(cors: string): string[] {
  return cors
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => /^https?:\/\//.test(entry) && URL.canParse(entry))
    .map((entry) => new URL(entry).origin)
}

export function resolveGeneral(
  { config, values }: EffectiveSettings,
  storeCors: string
): Resolved<GeneralSettings> {
  const { read, issues } = readPart("general", values)
  if (issues.length || config.keyIssues.length) {
    return wrong([...issues, ...config.keyIssues])
  }
  // The type of each value follows from the kind of its declaration.
  const { backendUrl, storefrontUrls, ...others } = read as EffectiveOptions
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
      storefrontUrls: storefrontUrls ?? originsOf(storeCors),
    },
  }
}

export function resolveHosted(
  effective: EffectiveSettings
): Resolved<HostedSettings> {
  const account = resolveAccount("hosted", effective)
  return account.ok
    ? { ok: true, value: { rail: "hosted", ...account.value } }
    : account
}

export function resolveOnchain(
  effective: EffectiveSettings
): Resolved<OnchainSettings> {
  const { read, issues } = readPart("onchain", effective.values)
  const account = resolveAccount("onchain", effective, issues)
  if (!account.ok) {
    return account
  }
  const chains = read.chains as CoinsByChain
  const defaultChain = (read.defaultChain ?? chainsOf(chains)[0]) as Chain
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

/** @param others why other options of the rail can't be used */
function resolveAccount(
  rail: Rail,
  { accounts }: EffectiveSettings,
  others: readonly Issue[] = []
): Resolved<Credentials> {
  const { account, parts, source, issues, problem } = accounts.current[rail]
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
