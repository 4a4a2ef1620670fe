import { CHAINS } from "../../gateway/schemas"
import type { RpcRules, RulesChange } from "../../sandbox"
import { UsageError } from "../io"
import { wholeNumber } from "../whole-number"

const STRING = { type: "string" } as const

/**
 * Options for what the gateway accepts and offers, at the start and for a
 * running sandbox.
 */
export const RULE_OPTIONS = {
  "rate-limit": STRING,
  currencies: STRING,
  chains: STRING,
  coins: STRING,
  methods: STRING,
  "public-urls": { type: "boolean" },
  "unique-destinations": { type: "boolean" },
  "rpc-chains": STRING,
  "rpc-log-range": STRING,
  "rpc-max-logs": STRING,
  "rpc-max-batch": STRING,
  "rpc-tag-error": STRING,
} as const

type RuleValues = {
  [Name in keyof typeof RULE_OPTIONS]?: (typeof RULE_OPTIONS)[Name] extends {
    type: "boolean"
  }
    ? boolean
    : string
}

/**
 * Returns the rules that a command line changes. The sandbox validates codes
 * and keys.
 *
 * @throws UsageError for a malformed rate limit
 */
export function ruleChange(values: RuleValues): RulesChange {
  const change = {
    rateLimit: rateLimit(values["rate-limit"]),
    currencies: list(values.currencies),
    chains: list(values.chains),
    coins: coins(values.coins),
    methods: list(values.methods),
    requirePublicUrls: values["public-urls"],
    uniqueDestinations: values["unique-destinations"],
    rpc: rpcRules(values),
  }
  return given(change)
}

/** @throws UsageError for an entry other than `BASE:USDC` */
function coins(value: string | undefined): RulesChange["coins"] {
  const taken: Record<string, string[]> = {}
  for (const entry of list(value) ?? []) {
    const [chain, coin, ...more] = entry.split(":")
    if (!chain || !coin || more.length) {
      throw new UsageError(
        `--coins is <network>:<coin>,…, such as BASE:USDC, or none, not ${value}.`
      )
    }
    taken[chain] = [...(taken[chain] ?? []), coin]
  }
  return value === undefined ? undefined : (taken as RulesChange["coins"])
}

/** The same change for each chain of `--rpc-chains`, or for all. */
function rpcRules(values: RuleValues): RulesChange["rpc"] {
  const limit = (name: "rpc-log-range" | "rpc-max-logs" | "rpc-max-batch") => {
    const value = values[name]
    return value === undefined || value === "none"
      ? value && null
      : wholeNumber(`--${name}`, value)
  }
  const rules = given({
    maxLogRange: limit("rpc-log-range"),
    maxLogs: limit("rpc-max-logs"),
    maxBatch: limit("rpc-max-batch"),
    finalizedTagError: tagError(values["rpc-tag-error"]),
  })
  const chains = list(values["rpc-chains"])
  if (Object.keys(rules).length === 0) {
    if (chains) {
      throw new UsageError("--rpc-chains needs another option --rpc-….")
    }
    return undefined
  }
  return Object.fromEntries((chains ?? CHAINS).map((chain) => [chain, rules]))
}

/** @throws UsageError for a code that no node has for this */
function tagError(
  value: string | undefined
): RpcRules["finalizedTagError"] | undefined {
  if (value === undefined || value === "none") {
    return value && null
  }
  const code = ([-32602, -39001] as const).find((one) => String(one) === value)
  if (code === undefined) {
    throw new UsageError(
      `--rpc-tag-error is -32602, -39001 or none, not ${value}.`
    )
  }
  return code
}

function given(change: Record<string, unknown>): object {
  return Object.fromEntries(
    Object.entries(change).filter(([, value]) => value !== undefined)
  )
}

function rateLimit(value: string | undefined): RulesChange["rateLimit"] {
  if (value === undefined || value === "none") {
    return value && null
  }
  const [, requests, seconds] = /^(\d+)\/(\d+)$/.exec(value) ?? []
  const limit = { requests: Number(requests), windowSeconds: Number(seconds) }
  if (!limit.requests || !limit.windowSeconds) {
    throw new UsageError(
      `--rate-limit is <requests>/<seconds>, such as 100/60, or none, not ${value}.`
    )
  }
  return limit
}

function list(value: string | undefined): string[] | undefined {
  if (value === undefined) {
    return undefined
  }
  return value === "none" ? [] : value.split(",").map((item) => item.trim())
}
