import { createHash } from "node:crypto"
import { z } from "zod"
import type { Chain, Network, Stablecoin } from "../../gateway"
import type { CaptureMode, CheckoutFlow, Rail } from "../../ledger"
import {
  encryptionKeysSchema,
  generalSchema,
  hostedSchema,
  hostedSecretsSchema,
  onchainSchema,
  onchainSecretsSchema,
} from "./options"

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
  /** Every secret that may sign a webhook, also of a rail that can't start payments. */
  webhookSecrets: Record<Rail, readonly string[]>
  /** Keys for secrets at rest, in base64: the first encrypts. None: nothing secret is stored. */
  encryptionKeys: readonly string[]
}

const WHERE =
  'in the options of the plugin "medusa-payment-stablecoin" in medusa-config.ts'

/**
 * Makes settings of what the merchant wrote. It never throws: a store whose
 * payments are not configured still boots, migrates and sells otherwise. Each
 * part stands for itself, so that a slip in one leaves the others at work.
 *
 * @param storeCors the store's CORS setting, whose origins buyers may be sent back to
 */
export function resolveSettings(options: unknown, storeCors: string): Settings {
  const { hosted, onchain } = partsSchema.parse(options)
  return {
    general: resolveGeneral(options, storeCors),
    hosted: resolveHosted(hosted),
    onchain: resolveOnchain(onchain),
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
    return missing("backendUrl")
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

function resolveHosted(written: unknown): Resolved<HostedSettings> {
  const options = hostedSchema.safeParse(written ?? {})
  if (!options.success) {
    return wrong(options.error, "hosted")
  }
  const { baseUrl, clientId, clientSecret } = options.data
  if (!baseUrl || !clientId || !clientSecret) {
    return missing(...absent("hosted", { baseUrl, clientId, clientSecret }))
  }
  const account = accountKey("hosted", baseUrl, clientId)
  return {
    ok: true,
    value: { rail: "hosted", account, baseUrl, clientId, clientSecret },
  }
}

function resolveOnchain(written: unknown): Resolved<OnchainSettings> {
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
    return missing(...absent("onchain", needed))
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

function missing(...names: string[]): { ok: false; problems: string[] } {
  return {
    ok: false,
    problems: names.map((name) => `${name} is missing: set it ${WHERE}.`),
  }
}

/** Short, stable, and no way back to the credentials. */
function accountKey(rail: Rail, baseUrl: string, clientId: string): string {
  const digest = createHash("sha256")
    .update(JSON.stringify([rail, baseUrl, clientId]))
    .digest("hex")
  return `${rail}_${digest.slice(0, 16)}`
}

/** The plain origins of a CORS setting; regular expressions and `*` name no one origin. */
function originsOf(cors: string): string[] {
  return cors
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => /^https?:\/\//.test(entry) && URL.canParse(entry))
    .map((entry) => new URL(entry).origin)
}
