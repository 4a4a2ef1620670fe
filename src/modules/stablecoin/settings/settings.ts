import { z } from "zod"
import type { Chain, AddressScope, Stablecoin } from "../../../gateway"
import type { CaptureMode, CheckoutFlow, Rail } from "../../../ledger"
import { accountKey } from "../gateway/account-key"
import { originsOf } from "./cors-origins"
import {
  encryptionKeysSchema,
  generalSchema,
  hostedSchema,
  onchainSchema,
} from "./options"
import {
  accountOfCredentials,
  type PartialCredentials,
  partialCredentials,
} from "./partial-credentials"
import { absent, missing, type Resolved, wrong } from "./resolved"
import { readableSecrets, WEBHOOK_SECRETS } from "./webhook-secret-options"
import type { WebhookSigner } from "../webhooks/webhook-signers"
import { RAIL_TRAITS } from "../../../ledger"

export type { Resolved }

/** What the hosted rail needs to work. */
export type HostedSettings = {
  rail: "hosted"
  /** Names these credentials in the ledger, and tells nothing of them. */
  account: string
  baseUrl: string
  clientId: string
  clientSecret: string
  /** `public` for an address that a person has typed in. Absent: any. */
  addressScope?: AddressScope
}

/** What the onchain rail needs to work. */
export type OnchainSettings = {
  rail: "onchain"
  account: string
  baseUrl: string
  clientId: string
  clientSecret: string
  addressScope?: AddressScope
  chains: Chain[]
  defaultChain: Chain
}

export type GeneralSettings = {
  backendUrl: string
  /** `public` for a backendUrl that a person has typed in. Absent: any. */
  addressScope?: AddressScope
  currencies: Record<string, Stablecoin[]>
  storefrontUrls: string[]
  successUrl?: string
  cancelUrl?: string
  checkoutFlow: CheckoutFlow
  capture: CaptureMode
  /** Seconds. */
  pendingTtl: number
  /** Of one payment collection. */
  maxOpenPayments: number
  /** Of one client address; 0: any number. */
  maxStartsPerMinute: number
  /** Seconds that webhooks are kept. */
  webhookRetention: number
  /** Seconds that payments which ended without money are kept. */
  unpaidPaymentRetention: number
  itemName: string
}

export type Settings = {
  general: Resolved<GeneralSettings>
  hosted: Resolved<HostedSettings>
  onchain: Resolved<OnchainSettings>
  /** Also of a rail that can't start payments. */
  credentials: Record<Rail, PartialCredentials>
  /** Every secret that may sign a webhook, also of a rail that can't start payments. */
  webhookSigners: Record<Rail, readonly WebhookSigner[]>
  /** Whether there are more of them, which can't be read: a webhook that none of the others signs may be genuine. */
  unreadable: Record<Rail, boolean>
  /** Keys for secrets at rest, in base64: the first encrypts. None: nothing secret is stored. */
  encryptionKeys: readonly string[]
}

/** What options don't tell of themselves, where they are not all the config's. */
export type Provenance = {
  /** By an option's name: a sentence that says more than that it is missing. */
  instead?: Readonly<Record<string, string>>
  /** Which addresses a person has typed in. */
  addressScopes?: Partial<Record<Rail | "general", AddressScope>>
  /** What may sign webhooks, whatever is wrong with the options' lists of it. */
  signers?: Readonly<Record<Rail, readonly WebhookSigner[]>>
  /** Rails of which something that may sign webhooks can't be read. */
  unreadable?: Readonly<Record<Rail, boolean>>
}

/**
 * Makes settings of what the merchant wrote. It never throws: a store whose
 * payments are not configured still boots, migrates and sells otherwise. Each
 * part stands for itself, so that a slip in one leaves the others at work.
 *
 * @param storeCors the store's CORS setting, whose origins buyers may be sent back to
 */
export function resolveSettings(
  options: unknown,
  storeCors: string,
  provenance: Provenance = {}
): Settings {
  const { hosted, onchain } = partsSchema.parse(options)
  const { addressScopes, signers, unreadable } = provenance
  const credentials = {
    hosted: partialCredentials(hosted, addressScopes?.hosted),
    onchain: partialCredentials(onchain, addressScopes?.onchain),
  }
  return {
    general: resolveGeneral(options, storeCors, provenance),
    hosted: resolveHosted(hosted, provenance),
    onchain: resolveOnchain(onchain, provenance),
    credentials,
    webhookSigners: signers ?? {
      hosted: signersOf("hosted", hosted, credentials.hosted),
      onchain: signersOf("onchain", onchain, credentials.onchain),
    },
    unreadable: unreadable ?? { hosted: false, onchain: false },
    encryptionKeys:
      encryptionKeysSchema.safeParse(options).data?.encryptionKeys ?? [],
  }
}

const partsSchema = z
  .object({ hosted: z.unknown(), onchain: z.unknown() })
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

function resolveHosted(
  written: unknown,
  { instead, addressScopes }: Provenance
): Resolved<HostedSettings> {
  const options = hostedSchema.safeParse(written ?? {})
  if (!options.success) {
    return wrong(options.error, "hosted")
  }
  const { baseUrl, clientId, clientSecret } = options.data
  if (!baseUrl || !clientId || !clientSecret) {
    const needed = { baseUrl, clientId, clientSecret }
    return missing(instead, ...absent("hosted", needed))
  }
  const account = accountKey("hosted", baseUrl, clientId)
  return {
    ok: true,
    value: {
      rail: "hosted",
      account,
      baseUrl,
      clientId,
      clientSecret,
      addressScope: addressScopes?.hosted,
    },
  }
}

function resolveOnchain(
  written: unknown,
  { instead, addressScopes }: Provenance
): Resolved<OnchainSettings> {
  const options = onchainSchema.safeParse(written ?? {})
  if (!options.success) {
    return wrong(options.error, "onchain")
  }
  const { baseUrl, clientId, clientSecret, webhookSecrets, chains } =
    options.data
  const defaultChain = options.data.defaultChain ?? chains[0]
  const webhookSecret = webhookSecrets.find(
    ({ replaced_at }) => replaced_at === null
  )?.secret
  if (
    !baseUrl ||
    !clientId ||
    !clientSecret ||
    !webhookSecret ||
    !defaultChain
  ) {
    const needed = {
      baseUrl,
      clientId,
      clientSecret,
      webhookSecrets: webhookSecret,
    }
    return missing(instead, ...absent("onchain", needed))
  }
  const account = accountKey("onchain", baseUrl, clientId)
  return {
    ok: true,
    value: {
      rail: "onchain",
      account,
      baseUrl,
      clientId,
      clientSecret,
      addressScope: addressScopes?.onchain,
      chains,
      defaultChain,
    },
  }
}

const listsSchema = z
  .object({ previousClientSecrets: z.unknown(), webhookSecrets: z.unknown() })
  .partial()
  .catch({})

/** Read on its own, so that no other mistake makes genuine webhooks be refused. */
function signersOf(
  rail: Rail,
  written: unknown,
  credentials: PartialCredentials
): WebhookSigner[] {
  const account = accountOfCredentials(rail, credentials)
  const secret = RAIL_TRAITS[rail].signsWithClientSecret
    ? credentials.clientSecret
    : undefined
  const listed = listsSchema.parse(written)[WEBHOOK_SECRETS[rail]]
  return [
    ...(secret ? [{ secret, account, created_before: null }] : []),
    ...readableSecrets(rail, listed).map(({ secret, replaced_at }) => ({
      secret,
      account,
      created_before: replaced_at,
    })),
  ]
}
