import { z } from "zod"
import type { AddressScope, Chain, CoinsByChain } from "../../../gateway"
import { byRail, type Rail } from "../../../ledger"
import type { EffectiveOptions } from "../../../settings"
import { originsOf } from "./cors-origins"
import { encryptionKeysSchema, generalSchema } from "./options"
import {
  accountOfCredentials,
  type PartialCredentials,
  partialCredentials,
} from "./partial-credentials"
import {
  type BlockchainSettings,
  type Requirements,
  requirementsOf,
  resolveBlockchain,
} from "./resolve-blockchain"
import { resolveHosted, resolveOnchain } from "./resolve-rails"
import { missing, type Resolved, wrong } from "./resolved"
import { signersOf } from "./signers-of"
import type { WebhookSigner } from "../webhooks/webhook-signers"

export type { Resolved }

/** Complete settings of the hosted rail. */
export type HostedSettings = {
  rail: "hosted"
  /** Names these credentials in the ledger without revealing them. */
  account: string
  baseUrl: string
  clientId: string
  clientSecret: string
  /** `public` for an address typed in the admin. Absent: any. */
  addressScope?: AddressScope
}

/** Complete settings of the onchain rail. */
export type OnchainSettings = {
  rail: "onchain"
  account: string
  baseUrl: string
  clientId: string
  clientSecret: string
  addressScope?: AddressScope
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
  /** Also for a rail that can't start payments. */
  credentials: Record<Rail, PartialCredentials>
  /** The account of each rail's credentials, as in `accountOfCredentials`. */
  accounts: Record<Rail, string | null>
  /**
   * Every secret that may sign a webhook, also for a rail that can't start
   * payments.
   */
  webhookSigners: Record<Rail, readonly WebhookSigner[]>
  /**
   * Whether some of these secrets can't be read. A webhook that no other secret
   * signed may then be genuine.
   */
  unreadable: Record<Rail, boolean>
  /**
   * Keys for secrets at rest, in base64. The first encrypts. Empty: no secret
   * is stored.
   */
  encryptionKeys: readonly string[]
}

/** Provenance of options that are not all from the config. */
export type Provenance = {
  /** More specific sentences for missing options, by option name. */
  instead?: Readonly<Record<string, string>>
  /** Address scopes: `public` for addresses typed in the admin. */
  addressScopes?: Partial<Record<Rail | "general", AddressScope>>
  /**
   * Secrets that may sign webhooks, also when the options' lists are invalid.
   */
  signers?: Readonly<Record<Rail, readonly WebhookSigner[]>>
  /** Rails with a webhook secret that can't be read. */
  unreadable?: Readonly<Record<Rail, boolean>>
}

/**
 * Resolves the merchant's options. Never throws: a store without configured
 * payments still boots, migrates and sells. Each part is resolved separately,
 * so that an invalid one leaves the others working.
 *
 * @param storeCors the store's CORS setting: buyers may be sent back to its
 * origins
 */
export function resolveSettings(
  options: unknown,
  storeCors: string,
  provenance: Provenance = {}
): Settings {
  const parts = partsSchema.parse(options)
  const { addressScopes, signers, unreadable } = provenance
  const credentials = byRail((rail) =>
    partialCredentials(parts[rail], addressScopes?.[rail])
  )
  return {
    general: resolveGeneral(options, storeCors, provenance),
    hosted: resolveHosted(parts.hosted, provenance),
    onchain: resolveOnchain(parts.onchain, provenance),
    blockchain: resolveBlockchain(parts.blockchain),
    requires: requirementsOf(parts.blockchain),
    credentials,
    accounts: byRail((rail) => accountOfCredentials(rail, credentials[rail])),
    webhookSigners:
      signers ??
      byRail((rail) => signersOf(rail, parts[rail], credentials[rail])),
    unreadable: unreadable ?? byRail(() => false),
    encryptionKeys:
      encryptionKeysSchema.safeParse(options).data?.encryptionKeys ?? [],
  }
}

const partsSchema = z
  .object({ ...byRail(() => z.unknown()), blockchain: z.unknown() })
  .partial()
  .catch({})

function resolveGeneral(
  written: unknown,
  storeCors: string,
  { addressScopes }: Provenance
): Resolved<GeneralSettings> {
  const options = generalSchema.safeParse(written ?? {})
  if (!options.success) {
    return wrong(options.error)
  }
  const { backendUrl, storefrontUrls, ...others } = options.data
  if (!backendUrl) {
    return missing({}, "backendUrl")
  }
  return {
    ok: true,
    value: {
      ...others,
      backendUrl,
      addressScope: addressScopes?.general,
      storefrontUrls: storefrontUrls ?? originsOf(storeCors),
    },
  }
}
