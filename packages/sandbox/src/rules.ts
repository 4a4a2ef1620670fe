import { z } from "zod"
import {
  CHAINS,
  chainSchema,
  STABLECOINS,
  stablecoinSchema,
} from "../../../src/gateway/schemas"
import { METHOD_KEYS } from "./catalog"
import { parse, strict } from "./parse"

/** Links of a created transaction besides `approvedUrl`. */
const LINKS = ["webUrl", "appUrl", "intentUrl"] as const

export const rulesChangeSchema = strict({
  /** Enabled stablecoins. Default USDT and USDC. */
  currencies: z.array(stablecoinSchema).optional(),
  /** Enabled chains. Default all six. */
  chains: z.array(chainSchema).optional(),
  /**
   * Stablecoins of a chain that does not take each enabled one, such as
   * `{ BASE: ["USDC"] }`. Default none.
   */
  coins: z.partialRecord(chainSchema, z.array(stablecoinSchema)).optional(),
  /** Keys of the methods that the hosted checkout offers. Default all three. */
  methods: z.array(z.enum(METHOD_KEYS)).optional(),
  /**
   * Codes that the hosted checkout supports, if enabled. Default USDT and USDC.
   * The contract's descriptions also have all three, and USDT alone.
   */
  hostedCurrencies: z.array(z.enum(["USD", ...STABLECOINS])).optional(),
  /**
   * Whether the hosted checkout requires `order_no` and `item_name`, as one of
   * the contract's descriptions has it. Default false.
   */
  requireOrderFields: z.boolean().optional(),
  /**
   * Whether GET /merchant/api/available-currencies exists, which not all of the
   * contract's descriptions have. Default true.
   */
  listing: z.boolean().optional(),
  /** Fields of a created transaction that descriptions differ in. Default all. */
  links: z.array(z.enum(LINKS)).optional(),
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

/** Rules to change. Omitted rules stay. */
export type RulesChange = z.input<typeof rulesChangeSchema>

/** The current limits and offers of the gateway, for every account. */
export type Rules = {
  [Name in keyof RulesChange]-?: Exclude<RulesChange[Name], undefined>
}

export const DEFAULT_RULES: Rules = {
  currencies: [...STABLECOINS],
  chains: [...CHAINS],
  coins: {},
  methods: [...METHOD_KEYS],
  hostedCurrencies: ["USDT", "USDC"],
  requireOrderFields: false,
  listing: true,
  links: [...LINKS],
  requirePublicUrls: false,
  uniqueDestinations: false,
}

/**
 * The rules after a change.
 *
 * @throws SandboxError 422 for a field or value that does not exist
 */
export function applyRules(current: Rules, change: RulesChange): Rules {
  const given = Object.entries(parse(rulesChangeSchema, change, "The change"))
  const changed = given.filter(([, value]) => value !== undefined)
  return { ...current, ...Object.fromEntries(changed) }
}
