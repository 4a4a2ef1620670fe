import { z } from "zod"
import { toExactDecimal } from "../../ledger/money"

/** Stablecoins of both APIs. */
export const STABLECOINS = ["USDT", "USDC"] as const
export type Stablecoin = (typeof STABLECOINS)[number]

/** Chains of the Business Order API, in the contract's order. */
export const CHAINS = [
  "POLYGON",
  "ETH",
  "BASE",
  "ARBITRUM",
  "BSC",
  "AVALANCHE",
] as const
export type Chain = (typeof CHAINS)[number]

/** The stablecoins that each chain takes. A chain that takes none is absent. */
export type CoinsByChain = Partial<Record<Chain, Stablecoin[]>>

/** These chains, in the merchant's order. */
export function chainsOf(coins: CoinsByChain): Chain[] {
  return Object.keys(coins) as Chain[]
}

export const stablecoinSchema = z.enum(STABLECOINS)
export const chainSchema = z.enum(CHAINS)

/**
 * Amount in JSON, a number or a decimal string, as an exact decimal string with
 * at least two digits: 10.5 → "10.50", 10.005 → "10.005".
 */
export const amountSchema = z
  .union([
    z.number().finite(),
    z.string().regex(/^-?\d+(\.\d+)?$/, "must be a decimal such as 10.50"),
  ])
  .transform((amount, context) => {
    try {
      return toExactDecimal(amount)
    } catch {
      context.addIssue("must be a decimal such as 10.50")
      return z.NEVER
    }
  })

/** A token is sent in a header, so that only visible ASCII is valid. */
export const accessTokenSchema = z
  .string()
  .regex(/^[\x21-\x7e]+$/, "must be visible ASCII characters")

/** ISO 8601 date-time with any offset (`Z` included). */
export const dateTimeSchema = z.iso.datetime({ offset: true })

/**
 * Field that decides nothing. An invalid value is treated as absent, so that it
 * never blocks a payment.
 */
export function tolerant<T extends z.ZodType>(schema: T) {
  return schema.optional().catch(undefined)
}

/** A gateway's reference, short enough for a database index. */
export const referenceSchema = z.string().min(1).max(255)

/** Free-form object that the gateway stores and forwards in webhooks. */
export const metadataSchema = z.record(z.string(), z.unknown())

/** `0x` and 64 hex characters, of either case. */
export const txHashSchema = z
  .string()
  .regex(/^0x[0-9a-f]{64}$/i, "must be 0x followed by 64 hex characters")

/** `0x` and 40 hex characters. */
export const addressSchema = z
  .string()
  .regex(/^0x[0-9a-fA-F]{40}$/, "must be 0x followed by 40 hex characters")

/** Page that a buyer is sent to: never `javascript:` or an app's scheme. */
export const pageUrlSchema = z.url({ protocol: /^https?$/ })

/** Schemes that execute or render content in the page that links to them. */
const ACTIVE_SCHEMES = ["javascript:", "data:", "vbscript:", "blob:"]

/**
 * Link that a storefront may show next to the page, such as to a wallet app,
 * with any scheme. Parsed as browsers do (any case, leading blanks and control
 * characters, embedded line ends). Relative links and active schemes are
 * dropped, and the payment continues without the link.
 */
export const appLinkSchema = z
  .string()
  .nullish()
  .transform((link) => (link && isHarmless(link) ? link : undefined))

function isHarmless(link: string): boolean {
  return URL.canParse(link) && !ACTIVE_SCHEMES.includes(new URL(link).protocol)
}
