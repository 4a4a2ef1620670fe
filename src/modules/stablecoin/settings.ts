import { createHash } from "node:crypto"
import type { Chain, Stablecoin } from "../../gateway"
import type { Rail } from "../../ledger"
import { optionsSchema, type ParsedOptions } from "./options"

/** What the hosted rail needs to work. */
export type HostedSettings = {
  rail: "hosted"
  /** Names these credentials in the ledger, and tells nothing of them. */
  account: string
  baseUrl: string
  clientId: string
  clientSecret: string
  /** Every secret that may sign a webhook. */
  webhookSecrets: string[]
}

/** What the onchain rail needs to work. */
export type OnchainSettings = {
  rail: "onchain"
  account: string
  baseUrl: string
  clientId: string
  clientSecret: string
  webhookSecrets: string[]
  chains: Chain[]
  defaultChain: Chain
}

export type GeneralSettings = {
  backendUrl: string
  currencies: Record<string, Stablecoin[]>
  storefrontUrls: string[]
  successUrl?: string
  cancelUrl?: string
  checkoutFlow: ParsedOptions["checkoutFlow"]
  capture: ParsedOptions["capture"]
  pendingTtl: number
  itemName: string
}

/** Settings that work, or one sentence for each thing that is missing. */
export type Resolved<T> =
  { ok: true; value: T } | { ok: false; problems: string[] }

export type Settings = {
  general: Resolved<GeneralSettings>
  hosted: Resolved<HostedSettings>
  onchain: Resolved<OnchainSettings>
}

const WHERE =
  'in the options of the plugin "medusa-payment-stablecoin" in medusa-config.ts'

/**
 * Makes settings of what the merchant wrote. It never throws: a store whose
 * payments are not configured still boots, migrates and sells otherwise.
 *
 * @param storeCors the store's CORS setting, whose origins buyers may be sent back to
 */
export function resolveSettings(options: unknown, storeCors: string): Settings {
  const parsed = optionsSchema.safeParse(options ?? {})
  if (!parsed.success) {
    const problems = parsed.error.issues.map(
      (issue) =>
        `${issue.path.join(".") || "options"}: ${issue.message} (${WHERE}).`
    )
    const failed = { ok: false, problems } as const
    return { general: failed, hosted: failed, onchain: failed }
  }
  return {
    general: resolveGeneral(parsed.data, storeCors),
    hosted: resolveHosted(parsed.data),
    onchain: resolveOnchain(parsed.data),
  }
}

function resolveGeneral(
  options: ParsedOptions,
  storeCors: string
): Resolved<GeneralSettings> {
  if (!options.backendUrl) {
    return missing("backendUrl")
  }
  return {
    ok: true,
    value: {
      backendUrl: options.backendUrl,
      currencies: options.currencies,
      storefrontUrls: options.storefrontUrls ?? originsOf(storeCors),
      successUrl: options.successUrl,
      cancelUrl: options.cancelUrl,
      checkoutFlow: options.checkoutFlow,
      capture: options.capture,
      pendingTtl: options.pendingTtl,
      itemName: options.itemName,
    },
  }
}

function resolveHosted(options: ParsedOptions): Resolved<HostedSettings> {
  const { baseUrl, clientId, clientSecret } = options.hosted ?? {}
  if (!baseUrl || !clientId || !clientSecret) {
    return missing(...absent("hosted", { baseUrl, clientId, clientSecret }))
  }
  return {
    ok: true,
    value: {
      rail: "hosted",
      account: accountKey("hosted", baseUrl, clientId),
      baseUrl,
      clientId,
      clientSecret,
      webhookSecrets: [
        clientSecret,
        ...(options.hosted?.previousClientSecrets ?? []),
      ],
    },
  }
}

function resolveOnchain(options: ParsedOptions): Resolved<OnchainSettings> {
  const {
    baseUrl,
    clientId,
    clientSecret,
    webhookSecrets,
    chains,
    defaultChain,
  } = options.onchain ?? {}
  const firstChain = chains?.[0]
  if (
    !baseUrl ||
    !clientId ||
    !clientSecret ||
    !webhookSecrets?.length ||
    !chains ||
    !firstChain
  ) {
    return missing(
      ...absent("onchain", {
        baseUrl,
        clientId,
        clientSecret,
        webhookSecrets: webhookSecrets?.[0],
      })
    )
  }
  return {
    ok: true,
    value: {
      rail: "onchain",
      account: accountKey("onchain", baseUrl, clientId),
      baseUrl,
      clientId,
      clientSecret,
      webhookSecrets,
      chains,
      defaultChain: defaultChain ?? firstChain,
    },
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
