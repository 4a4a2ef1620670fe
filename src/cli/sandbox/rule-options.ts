import type { RulesChange } from "../../sandbox"
import { UsageError } from "../io"

const STRING = { type: "string" } as const

/**
 * Options for what the gateway accepts and offers, at the start and for a
 * running sandbox.
 */
export const RULE_OPTIONS = {
  "rate-limit": STRING,
  currencies: STRING,
  chains: STRING,
  methods: STRING,
  "public-urls": { type: "boolean" },
} as const

type RuleValues = {
  "rate-limit"?: string
  currencies?: string
  chains?: string
  methods?: string
  "public-urls"?: boolean
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
    methods: list(values.methods),
    requirePublicUrls: values["public-urls"],
  }
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
