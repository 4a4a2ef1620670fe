import { z } from "zod"
import type { Chain, Network, Stablecoin } from "../../gateway"
import type { CaptureMode, CheckoutFlow, Rail } from "../../ledger"
import { accountKey } from "./account-key"
import { originsOf } from "./cors-origins"
import {
  encryptionKeysSchema,
  generalSchema,
  hostedSchema,
  hostedSecretsSchema,
  onchainSchema,
  onchainSecretsSchema,
} from "./options"
import {
  type PartialCredentials,
  partialCredentials,
} from "./partial-credentials"

/** What the hosted rail needs to work. */
export type HostedSettings = {
  rail: "hosted"
  /** Names these credentials in the ledger, and tells nothing of them. */
  account: string
  baseUrl: string
  clientId: string
  clientSecret: string
  /** `public` for an address that a person has typed in. Absent: any. */
  network?: Network
}

/** What the onchain rail needs to work. */
export type OnchainSettings = {
  rail: "onchain"
  account: string
  baseUrl: string
  clientId: string
  clientSecret: string
  network?: Network
  chains: Chain[]
  defaultChain: Chain
}

export type GeneralSettings = {
  backendUrl: string
  currencies: Record<string, Stablecoin[]>
  storefrontUrls: string[]
  successUrl?: string
  cancelUrl?: string
  checkoutFlow: CheckoutFlow
  capture: CaptureMode
  /** Seconds. */
  pendingTtl: number
  /** Seconds that webhooks are kept. */
  deliveryRetention: number
  itemName: string
}

/** Settings that work, or one sentence for each thing that is missing. */
export type Resolved<T> =
  { ok: true; value: T } | { ok: false; problems: string[] }

export type Settings = {
  general: Resolved<GeneralSettings>
  hosted: Resolved<HostedSettings>
  onchain: Resolved<OnchainSettings>
  /** Also of a rail that can't start payments. */
  credentials: Record<Rail, PartialCredentials>
  /** Every secret that may sign a webhook, also of a rail that can't start payments. */
  webhookSecrets: Record<Rail, readonly string[]>
  /** Keys for secrets at rest, in base64: the first encrypts. None: nothing secret is stored. */
  encryptionKeys: readonly string[]
}

/** What options don't tell of themselves, where they are not all the config's. */
export type Provenance = {
  /** By an option's name: a sentence that says more than that it is missing. */
  instead?: Readonly<Record<string, string>>
  /** Which addresses a person has typed in. */
  networks?: Partial<Record<Rail, Network>>
}

const WHERE =
  'in the admin (Settings → Stablecoin payments), or in the options of the plugin "medusa-payment-stablecoin" in medusa-config.ts'

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
  return {
    general: resolveGeneral(options, storeCors),
    hosted: resolveHosted(hosted, provenance),
    onchain: resolveOnchain(onchain, provenance),
    credentials: {
      hosted: partialCredentials(hosted, provenance.networks?.hosted),
      onchain: partialCredentials(onchain, provenance.networks?.onchain),
    },
    webhookSecrets: {
      hosted: hostedSecrets(hosted),
      onchain:
        onchainSecretsSchema.safeParse(onchain).data?.webhookSecrets ?? [],
    },
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
  storeCors: string
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
      storefrontUrls: storefrontUrls ?? originsOf(storeCors),
    },
  }
}

function resolveHosted(
  written: unknown,
  { instead, networks }: Provenance
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
      network: networks?.hosted,
    },
  }
}

function resolveOnchain(
  written: unknown,
  { instead, networks }: Provenance
): Resolved<OnchainSettings> {
  const options = onchainSchema.safeParse(written ?? {})
  if (!options.success) {
    return wrong(options.error, "onchain")
  }
  const { baseUrl, clientId, clientSecret, webhookSecrets, chains } =
    options.data
  const defaultChain = options.data.defaultChain ?? chains[0]
  const [webhookSecret] = webhookSecrets
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
      network: networks?.onchain,
      chains,
      defaultChain,
    },
  }
}

function hostedSecrets(written: unknown): string[] {
  const secrets = hostedSecretsSchema.safeParse(written ?? {}).data
  const { clientSecret, previousClientSecrets = [] } = secrets ?? {}
  return [...(clientSecret ? [clientSecret] : []), ...previousClientSecrets]
}

function wrong(
  error: z.ZodError,
  part?: Rail
): { ok: false; problems: string[] } {
  return {
    ok: false,
    problems: error.issues.map(({ path, message }) => {
      const name = [...(part ? [part] : []), ...path].join(".") || "options"
      return `${name}: ${message} (${WHERE}).`
    }),
  }
}

function absent(
  rail: Rail,
  values: Record<string, string | undefined>
): string[] {
  return Object.keys(values)
    .filter((name) => !values[name])
    .map((name) => `${rail}.${name}`)
}

function missing(
  instead: Provenance["instead"] = {},
  ...names: string[]
): { ok: false; problems: string[] } {
  return {
    ok: false,
    problems: names.map(
      (name) => instead[name] ?? `${name} is missing: set it ${WHERE}.`
    ),
  }
}
