import { z } from "zod"
import {
  CHAINS,
  chainSchema,
  STABLECOINS,
  stablecoinSchema,
} from "../../../src/gateway/schemas"
import { DEFAULT_METHODS, methodSchema, type SandboxMethod } from "./catalog"
import { parse, strict } from "./parse"
import { SandboxError } from "./sandbox-error"

/** Number of requests per window, per API and client address. */
export type RateLimit = { requests: number; windowSeconds: number }

export const rulesChangeSchema = strict({
  /** Default null, no limit: the contract states neither threshold nor window. */
  rateLimit: strict({
    requests: z.number().int().positive(),
    windowSeconds: z.number().positive(),
  })
    .nullable()
    .optional(),
  /** Enabled stablecoins. Default USDT and USDC. */
  currencies: z.array(stablecoinSchema).optional(),
  /** Enabled chains. Default all six. */
  chains: z.array(chainSchema).optional(),
  /**
   * Stablecoins of a chain that does not take each enabled one, such as
   * `{ BASE: ["USDC"] }`. Default none.
   */
  coins: z.partialRecord(chainSchema, z.array(stablecoinSchema)).optional(),
  /**
   * Payment methods of the hosted checkout: keys of known ones, or your own.
   * Default all three.
   */
  methods: z
    .array(
      z.union([z.string(), methodSchema], {
        error:
          "must be the key of a known method, or { key, display_name, currencies, behavior?, is_default?, active? }",
      })
    )
    .optional(),
  /**
   * Whether `successUrl` and `cancelUrl` must be public for test credentials
   * too, as the contract requires. Default false.
   */
  requirePublicUrls: z.boolean().optional(),
  /**
   * Whether each payment order has a destination address of its own. Default
   * false: one per account and network, since the contract promises no more.
   */
  uniqueDestinations: z.boolean().optional(),
})

/**
 * Rules to change. Omitted rules stay. `methods` is the complete offer: keys of
 * known methods, or custom methods. All others become inactive.
 */
export type RulesChange = z.input<typeof rulesChangeSchema>

/** The current limits and offers of the gateway, for every account. */
export type Rules = Required<
  Omit<z.output<typeof rulesChangeSchema>, "methods">
> & {
  /**
   * Every known method of the hosted checkout. Only active ones are offered.
   */
  methods: SandboxMethod[]
}

export const DEFAULT_RULES: Rules = {
  rateLimit: null,
  currencies: [...STABLECOINS],
  chains: [...CHAINS],
  coins: {},
  methods: [...DEFAULT_METHODS],
  requirePublicUrls: false,
  uniqueDestinations: false,
}

/**
 * The rules after a change.
 *
 * @throws SandboxError 422 for a field, value or method that does not exist
 */
export function applyRules(current: Rules, change: RulesChange): Rules {
  const { methods, ...rest } = parse(rulesChangeSchema, change, "The change")
  const given = Object.fromEntries(
    Object.entries(rest).filter(([, value]) => value !== undefined)
  )
  return {
    ...current,
    ...given,
    ...(methods && { methods: offered(current.methods, methods) }),
  }
}

function offered(
  known: SandboxMethod[],
  choices: (string | SandboxMethod)[]
): SandboxMethod[] {
  const chosen = choices.map((choice) =>
    typeof choice === "string"
      ? { ...methodOf(known, choice), active: true }
      : choice
  )
  const rest = known
    .filter(({ key }) => !chosen.some((method) => method.key === key))
    .map((method) => ({ ...method, active: false }))
  return [...chosen, ...rest]
}

function methodOf(known: SandboxMethod[], key: string): SandboxMethod {
  const method = known.find((candidate) => candidate.key === key)
  if (!method) {
    const keys = known.map((candidate) => candidate.key).join(", ")
    throw new SandboxError(
      `There is no payment method ${key}. Choose from ${keys}, or define it with its display_name and currencies.`,
      422
    )
  }
  return method
}
