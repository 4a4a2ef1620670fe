import type { AddressScope, Chain, CoinsByChain } from "../../../gateway"
import { byRail, type Rail } from "../../../ledger"
import type { EffectiveOptions } from "../../../settings"
import { type Account, type Credentials, signersOf } from "../accounts/account"
import type { EffectiveAccount } from "../accounts/effective-accounts"
import { knownMode, type KnownMode } from "../accounts/mode"
import type { AccountRow } from "../repository/accounts/accounts"
import type { StoredRows } from "../repository/settings/settings"
import { Config } from "./config"
import { type EffectiveSettings, mergeSettings } from "./effective-settings"
import {
  type BlockchainSettings,
  type Requirements,
  requirementsOf,
  resolveBlockchain,
} from "./resolve-blockchain"
import { resolveGeneral, resolveHosted, resolveOnchain } from "./resolve"
import type { Resolved } from "./resolved"
import type { WebhookSigner } from "../webhooks/webhook-signers"

export type { Resolved }

/** Complete settings of the hosted rail. */
export type HostedSettings = Credentials & { rail: "hosted" }

/** Complete settings of the onchain rail. */
export type OnchainSettings = Credentials & {
  rail: "onchain"
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

export type Settings = {
  general: Resolved<GeneralSettings>
  hosted: Resolved<HostedSettings>
  onchain: Resolved<OnchainSettings>
  /** Has no chain where no endpoint is set, so that nothing is read. */
  blockchain: Resolved<BlockchainSettings>
  /** Required before a capture, also while the settings above are invalid. */
  requires: Requirements
  /** The account of each rail, also of one that can't start payments. */
  accounts: Record<Rail, Account | null>
  /** The same with its source, also while it is incomplete. */
  current: Readonly<Record<Rail, EffectiveAccount>>
  /** Whether any credentials are set. A base URL alone does not count. */
  isMeant: Record<Rail, boolean>
  /** Their rows, where they are stored. */
  storedAccounts: Record<Rail, AccountRow | null>
  /** The modes of these accounts. */
  modes: Record<Rail, KnownMode | null>
  /** Accounts that payments were started with before. */
  retained: readonly Account[]
  /** Every secret that may sign a webhook. */
  webhookSigners: Record<Rail, readonly WebhookSigner[]>
  /**
   * Accounts with a secret that can't be read, by key. A webhook that no other
   * secret signed may then be genuine.
   */
  unreadable: Record<Rail, readonly string[]>
  /**
   * Keys for secrets at rest, in base64. The first encrypts. Empty: no secret
   * is stored.
   */
  encryptionKeys: readonly string[]
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
  rows: StoredRows = { settings: [], accounts: [] }
): Settings {
  return settingsOf(mergeSettings(new Config(options), rows), storeCors)
}

/** Like `resolveSettings`, of settings that are merged already. */
export function settingsOf(
  effective: EffectiveSettings,
  storeCors: string
): Settings {
  const { config, rows } = effective
  const { current, retained, unreadable } = effective.accounts
  const blockchain = config.value({ part: "general", option: "blockchain" })
  const known = byRail((rail) => current[rail].account)
  return {
    general: resolveGeneral(effective, storeCors),
    hosted: resolveHosted(effective),
    onchain: resolveOnchain(effective),
    blockchain: resolveBlockchain(blockchain),
    requires: requirementsOf(blockchain),
    accounts: known,
    current,
    isMeant: byRail((rail) => current[rail].source !== "none"),
    storedAccounts: byRail(
      (rail) =>
        rows.accounts.find(({ key }) => key === known[rail]?.account) ?? null
    ),
    modes: byRail((rail) => {
      const account = known[rail]
      return account && knownMode(rail, account, rows.accounts)
    }),
    retained,
    webhookSigners: byRail((rail) =>
      [known[rail] ?? [], retained]
        .flat()
        .filter((account) => account.rail === rail)
        .flatMap(signersOf)
    ),
    unreadable,
    encryptionKeys: config.encryptionKeys,
  }
}
