import { type Chain, chainsOf, type CoinsByChain } from "../../../gateway"
import { type Rail, RAIL_TRAITS } from "../../../ledger"
import { type Credentials, credentialsOf } from "../accounts/account"
import type { Config } from "./config"
import type { EffectiveSettings } from "./effective-settings"
import { readPart } from "./fields"
import { missing, type Resolved, undecryptable, wrong } from "./resolved"
import type { HostedSettings, OnchainSettings } from "./settings"

/** Resolves the settings of the hosted rail, and its account. */
export function resolveHosted(
  config: Config,
  effective: EffectiveSettings
): Resolved<HostedSettings> {
  const account = resolveAccount("hosted", config, effective)
  return account.ok
    ? { ok: true, value: { rail: "hosted", ...account.value } }
    : account
}

/** Resolves the settings of the onchain rail, and its account. */
export function resolveOnchain(
  config: Config,
  effective: EffectiveSettings
): Resolved<OnchainSettings> {
  const account = resolveAccount("onchain", config, effective)
  if (!account.ok) {
    return account
  }
  const { read } = readPart("onchain", effective.values)
  const chains = read.chains as CoinsByChain
  const [first] = chainsOf(chains)
  const defaultChain = (read.defaultChain ?? first) as Chain
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

function resolveAccount(
  rail: Rail,
  config: Config,
  { values, accounts }: EffectiveSettings
): Resolved<Credentials> {
  const { read, issues } = readPart(rail, values)
  const all = [...issues, ...config.secretIssues(rail)]
  if (all.length) {
    return wrong(all, rail)
  }
  const { account, source, problem } = accounts.current[rail]
  if (problem) {
    return undecryptable(rail, problem)
  }
  const written = config.value({ part: rail, option: "clientSecret" })
  const secrets = account?.webhookSecrets ?? config.webhookSecrets(rail)
  const needed = {
    baseUrl: read.baseUrl,
    clientId: read.clientId,
    clientSecret: account?.clientSecret ?? written,
    webhookSecrets:
      RAIL_TRAITS[rail].signsWithClientSecret ||
      secrets.some(({ replaced_at }) => replaced_at === null),
  }
  const absent = Object.entries(needed).flatMap(([name, value]) =>
    value ? [] : `${rail}.${name}`
  )
  const credentials = credentialsOf(account)
  return credentials && !absent.length
    ? { ok: true, value: credentials }
    : missing(absent, source)
}
