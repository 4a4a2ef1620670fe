import {
  CHAINS,
  STABLECOINS,
  type Chain as ChainCode,
  type Stablecoin,
} from "../gateway/schemas"
import type { HostedCredentials, OnchainCredentials } from "./accounts"
import { DEFAULT_METHODS, type SandboxMethod } from "./catalog"
import type { Chain } from "./chain/chain"
import type { RateLimit } from "./http/rate-limit"
import type { VariantChange, VariantName } from "./variants"

/** How a sandbox starts. Everything may be left out. */
export type SandboxOptions = {
  /** Address that both APIs listen on. Default 127.0.0.1. */
  host?: string
  /** Address that the control listens on. Default 127.0.0.1, whatever `host` is. */
  controlHost?: string
  /** 0, the default, takes a free port. */
  ports?: { merchant?: number; business?: number; control?: number }
  /** Kind of the credentials: `test_…` or live ones. Default "sandbox". */
  mode?: "sandbox" | "live"
  /** Which of the contract's variants the merchant API shows. Default "usdt-usdc", everything present. */
  variant?: VariantName | VariantChange
  /** Seconds that an access token is valid for. Default 3600. */
  tokenTtl?: number
  /** Payment methods of the hosted checkout. */
  methods?: SandboxMethod[]
  /** Networks enabled for the accounts. Default all six. */
  chains?: ChainCode[]
  /** Stablecoins enabled for the accounts. Default USDT and USDC. */
  currencies?: Stablecoin[]
  /** Default none: the contract shows neither threshold nor window. */
  rateLimit?: RateLimit
  /** What {base_url} and {business_url} are in answers, behind a proxy or tunnel. */
  publicUrls?: { merchant?: string; business?: string }
  /** Display name of the business. Default "Sandbox Store". */
  merchantName?: string
  /** Fixed credentials instead of random ones; a client id's `test_` decides on its mode. */
  seedSecrets?: {
    hosted?: HostedCredentials
    onchain?: OnchainCredentials
  }
  /** Webhook attempts after the first one. Default 3. */
  webhookRetries?: number
  /** Wait before the first retry in ms, doubled each time. Default 250. */
  webhookBackoffMs?: number
  /** Longest wait for a receiver in ms. Default 10000. */
  webhookTimeoutMs?: number
  /** The chain that confirmations are checked against. Default one in memory. */
  chain?: Chain
  /** Gets one line per call and per webhook. */
  log?: (line: string) => void
}

export type Settings = ReturnType<typeof resolveOptions>

export function resolveOptions(options: SandboxOptions) {
  const {
    host = "127.0.0.1",
    controlHost = "127.0.0.1",
    ports = {},
    mode = "sandbox",
    variant = "usdt-usdc",
    tokenTtl = 3600,
    methods = DEFAULT_METHODS,
    chains = CHAINS,
    currencies = STABLECOINS,
    merchantName = "Sandbox Store",
    webhookRetries = 3,
    webhookBackoffMs = 250,
    webhookTimeoutMs = 10_000,
    publicUrls = {},
    seedSecrets = {},
    rateLimit,
    chain,
    log,
  } = options
  return {
    host,
    controlHost,
    ports: { merchant: 0, business: 0, control: 0, ...ports },
    mode,
    variant,
    tokenTtl,
    methods,
    chains,
    currencies,
    merchantName,
    webhookRetries,
    webhookBackoffMs,
    webhookTimeoutMs,
    publicUrls,
    seedSecrets,
    rateLimit,
    chain,
    log,
  }
}
