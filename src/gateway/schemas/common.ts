import { z } from "zod"

/** Stablecoins that both APIs know. */
export const STABLECOINS = ["USDT", "USDC"] as const
export type Stablecoin = (typeof STABLECOINS)[number]

/** Networks of the Business Order API, in the contract's order. */
export const CHAINS = [
  "POLYGON",
  "ETH",
  "BASE",
  "ARBITRUM",
  "BSC",
  "AVALANCHE",
] as const
export type Chain = (typeof CHAINS)[number]

export const stablecoinSchema = z.enum(STABLECOINS)
export const chainSchema = z.enum(CHAINS)

/** An amount as JSON carries it: a number, or a decimal string. */
export const wireAmountSchema = z.union([
  z.number().finite(),
  z.string().regex(/^-?\d+(\.\d+)?$/, "must be a decimal such as 10.50"),
])

/** ISO 8601 date-time with any offset (`Z` included). */
export const dateTimeSchema = z.iso.datetime({ offset: true })

/**
 * A field that decides nothing. An odd value reads as an absent one, so that
 * it never holds back a payment.
 */
export function tolerant<T extends z.ZodType>(schema: T) {
  return schema.optional().catch(undefined)
}

/** A reference of the gateway's, short enough for an index of the database. */
export const referenceSchema = z.string().min(1).max(255)

/** The free-form object that is kept and forwarded in webhooks. */
export const metadataSchema = z.record(z.string(), z.unknown())

/** `0x` and 64 hex characters, of either case. */
export const txHashSchema = z
  .string()
  .regex(/^0x[0-9a-f]{64}$/i, "must be 0x followed by 64 hex characters")

/** `0x` and 40 hex characters. */
export const addressSchema = z
  .string()
  .regex(/^0x[0-9a-fA-F]{40}$/, "must be 0x followed by 40 hex characters")

/** A page that a buyer is sent to: never `javascript:` or an app's scheme. */
export const pageUrlSchema = z.url({ protocol: /^https?$/ })

/** Schemes that run or show what they hold, in the page that links to them. */
const ACTIVE_SCHEMES = ["javascript:", "data:", "vbscript:", "blob:"]

/**
 * A link that a storefront may show beside the page, such as to a wallet app,
 * of whatever scheme. Read as browsers read it (any case, blanks and control
 * characters before it, line ends within it); what is no absolute address or
 * would run in the storefront is dropped: the payment goes on without it.
 */
export const appLinkSchema = z
  .string()
  .nullish()
  .transform((link) => (link && isHarmless(link) ? link : undefined))

function isHarmless(link: string): boolean {
  return URL.canParse(link) && !ACTIVE_SCHEMES.includes(new URL(link).protocol)
}
