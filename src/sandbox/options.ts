import { z } from "zod"
import {
  type Chain as ChainCode,
  chainSchema,
  type Stablecoin,
} from "../gateway/schemas"
import type { HostedCredentials, OnchainCredentials } from "./accounts"
import type { Finality } from "./chain/memory-chain"
import { parse, strict } from "./parse"
import {
  applyRules,
  DEFAULT_RULES,
  rulesChangeSchema,
  type RateLimit,
  type RulesChange,
} from "./rules"
import {
  VARIANT_NAMES,
  variantChangeSchema,
  type VariantChange,
  type VariantName,
} from "./variants"

/** Options of a sandbox. All are optional. */
export type SandboxOptions = {
  /** Address that both APIs listen on. Default 127.0.0.1. */
  host?: string
  /**
   * Address that the control listens on. Default 127.0.0.1, independent of
   * `host`.
   */
  controlHost?: string
  /** Default 0: a free port. */
  ports?: {
    merchant?: number
    business?: number
    control?: number
    rpc?: number
  }
  /**
   * Kind of the credentials: "sandbox" (`test_…`) or "live", which are served
   * on this machine only. Default "sandbox".
   */
  mode?: "sandbox" | "live"
  /**
   * The contract variant that the merchant API implements. Default "usdt-usdc",
   * with every feature.
   */
  variant?: VariantName | VariantChange
  /** Lifetime of an access token in seconds, more than 0. Default 3600. */
  tokenTtl?: number
  /**
   * Payment methods of the hosted checkout: keys of the default ones, or custom
   * methods. Default all three.
   */
  methods?: RulesChange["methods"]
  /** Chains enabled for the accounts. Default all six. */
  chains?: ChainCode[]
  /**
   * Stablecoins of a chain that does not take each, such as
   * `{ BASE: ["USDC"] }`. Default none.
   */
  coins?: RulesChange["coins"]
  /** Stablecoins enabled for the accounts. Default USDT and USDC. */
  currencies?: Stablecoin[]
  /**
   * Such as `{ requests: 100, windowSeconds: 60 }`. Default null, no limit: the
   * contract states neither threshold nor window.
   */
  rateLimit?: RateLimit | null
  /**
   * Whether `successUrl` and `cancelUrl` must be public for test credentials
   * too, as the contract requires. Default false.
   */
  requirePublicUrls?: boolean
  /**
   * Whether each payment order has a destination address of its own. Default
   * false: one per account and network, since the contract promises no more.
   */
  uniqueDestinations?: boolean
  /**
   * Limits of the chains' JSON-RPC nodes, such as
   * `{ BASE: { maxLogRange: 2000 } }`. Default none.
   */
  rpc?: RulesChange["rpc"]
  /** {base_url} and {business_url} in responses, behind a proxy or tunnel. */
  publicUrls?: { merchant?: string; business?: string }
  /** Display name of the business. Default "Sandbox Store". */
  merchantName?: string
  /**
   * Fixed credentials instead of random ones. A client id's `test_` prefix
   * decides its mode.
   */
  seedSecrets?: {
    hosted?: HostedCredentials
    onchain?: OnchainCredentials
  }
  /** Webhook retries after the first attempt. Default 3. */
  webhookRetries?: number
  /** Wait before the first retry in ms, doubled each time. Default 250. */
  webhookBackoffMs?: number
  /** Timeout of a receiver in ms. Default 10000. */
  webhookTimeoutMs?: number
  /**
   * Blocks behind the head that are not final, for all networks or for each.
   * Default 0: every block is final at once.
   */
  finality?: Finality
  /** Receives one line per call and per webhook. */
  log?: (line: string) => void
}

const port = z.number().int().min(0).max(65535).default(0)
const depth = z.number().int().nonnegative()
const url = z.url({ protocol: /^https?$/ }).optional()
const secret = z.string().min(1)
const hosted = { clientId: secret, clientSecret: secret }

export const optionsSchema = strict({
  host: z.string().min(1).default("127.0.0.1"),
  controlHost: z.string().min(1).default("127.0.0.1"),
  ports: strict({
    merchant: port,
    business: port,
    control: port,
    rpc: port,
  }).prefault({}),
  mode: z.enum(["sandbox", "live"]).default("sandbox"),
  variant: z
    .union([z.enum(VARIANT_NAMES), variantChangeSchema], {
      error: `must be ${VARIANT_NAMES.join(", ")}, or an object of ${Object.keys(variantChangeSchema.shape).join(", ")}`,
    })
    .default("usdt-usdc"),
  tokenTtl: z.number().positive().default(3600),
  ...rulesChangeSchema.shape,
  publicUrls: strict({ merchant: url, business: url }).default({}),
  merchantName: z.string().default("Sandbox Store"),
  seedSecrets: strict({
    hosted: strict(hosted).optional(),
    onchain: strict({ ...hosted, webhookSecret: secret }).optional(),
  }).default({}),
  webhookRetries: z.number().int().nonnegative().default(3),
  webhookBackoffMs: z.number().nonnegative().default(250),
  webhookTimeoutMs: z.number().positive().default(10_000),
  finality: z.union([depth, z.partialRecord(chainSchema, depth)]).default(0),
  log: z
    .custom<(line: string) => void>((value) => typeof value === "function")
    .optional(),
})

export type Settings = ReturnType<typeof resolveOptions>

/**
 * Validates the options and applies defaults.
 *
 * @throws SandboxError 422 for a name or value that does not exist
 */
export function resolveOptions(options: SandboxOptions) {
  const {
    rateLimit,
    currencies,
    chains,
    coins,
    methods,
    requirePublicUrls,
    uniqueDestinations,
    rpc,
    ...rest
  } = parse(optionsSchema, options, "An option of the sandbox")
  const rules = {
    rateLimit,
    currencies,
    chains,
    coins,
    methods,
    requirePublicUrls,
    uniqueDestinations,
    rpc,
  }
  return { ...rest, rules: applyRules(DEFAULT_RULES, rules) }
}
