import type { AddressScope, Chain, CoinsByChain } from "../../../gateway"
import { byRail, type Rail } from "../../../ledger"
import type { PricingSettings } from "../../../pricing"
import type { EffectiveOptions } from "../../../settings"
import { type Account, type Credentials, signersOf } from "../accounts/account"
import type { KeyRing } from "./encryption"
import {
  effectiveAccounts,
  type EffectiveAccounts,
} from "../accounts/effective-accounts"
import { knownMode, type KnownMode } from "../accounts/mode"
import type { StoredRows } from "../repository/settings/settings"
import { Config } from "./config"
import { effectiveValues, type EffectiveValues } from "./effective-settings"
import {
  type BlockchainSettings,
  requiresProof,
  resolveBlockchain,
} from "./blockchain"
import {
  resolveAccount,
  type Resolved,
  resolveGeneral,
  resolveOnchain,
  resolvePricing,
} from "./resolve"
import type { WebhookSigner } from "../webhooks/webhook-signers"

export type { Resolved }

/** Complete settings of the hosted rail. */
export type HostedSettings = Credentials

/** Complete settings of the onchain rail. */
export type OnchainSettings = Credentials & {
  /** The stablecoins that each offered network takes, in the offer's order. */
  chains: CoinsByChain
  defaultChain: Chain
}

export type GeneralSettings = EffectiveOptions & {
  backendUrl: string
  storefrontUrls: string[]
  /** `public` for a backendUrl typed in the admin. Absent: any. */
  addressScope?: AddressScope
}

/** Effective settings, and all accounts that webhooks and payments may be of. */
export type Settings = EffectiveAccounts & {
  config: Config
  /** The settings and accounts that the admin saved. */
  rows: StoredRows
  values: EffectiveValues
  general: Resolved<GeneralSettings>
  pricing: Resolved<PricingSettings>
  hosted: Resolved<HostedSettings>
  onchain: Resolved<OnchainSettings>
  /** Has no chain where no endpoint is set, so that nothing is read. */
  blockchain: Resolved<BlockchainSettings>
  /** Whether captures need a proof, also while the settings above are invalid. */
  requiresProof: boolean
  /** The account of each rail, also of one that can't start payments. */
  accounts: Record<Rail, Account | null>
  /** Whether any credentials are set. A base URL alone does not count. */
  isMeant: Record<Rail, boolean>
  /** The modes of these accounts. */
  modes: Record<Rail, KnownMode | null>
  /** Every secret that may sign a webhook. */
  webhookSigners: Record<Rail, readonly WebhookSigner[]>
  /** Encrypts secrets at rest. Without any key, no secret is stored. */
  keys: KeyRing
}

/**
 * Resolves the merchant's options. Never throws: a store without configured
 * payments still boots, migrates and sells. Each part is resolved separately,
 * so that an invalid one leaves the others working.
 *
 * @param storeCors the store's CORS setting: buyers may be sent back to its
 * origins
 * @param rows what the admin saved. Default: nothing
 */
export function resolveSettings(
  options: unknown,
  storeCors: string,
  rows: StoredRows = { settings: [], accounts: [], prices: [] }
): Settings {
  return settingsOf(new Config(options), storeCors, rows)
}

/** Like `resolveSettings`, of options that are read already. */
export function settingsOf(
  config: Config,
  storeCors: string,
  rows: StoredRows
): Settings {
  const values = effectiveValues(config, rows, storeCors)
  const all = effectiveAccounts(config, rows.accounts)
  const { current, retained } = all
  const blockchain = config.value({ part: "general", option: "blockchain" })
  const accounts = byRail((rail) => current[rail].account)
  return {
    config,
    rows,
    values,
    ...all,
    general: resolveGeneral(values, config),
    pricing: resolvePricing(values),
    hosted: resolveAccount("hosted", current.hosted),
    onchain: resolveOnchain(current.onchain, values),
    blockchain: resolveBlockchain(blockchain),
    requiresProof: requiresProof(blockchain),
    accounts,
    isMeant: byRail((rail) => current[rail].source !== "none"),
    modes: byRail((rail) => {
      const account = accounts[rail]
      return account && knownMode(rail, account, rows.accounts)
    }),
    webhookSigners: byRail((rail) =>
      [accounts[rail] ?? [], retained]
        .flat()
        .filter((account) => account.rail === rail)
        .flatMap(signersOf)
    ),
    keys: config.keys,
  }
}
