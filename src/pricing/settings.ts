import { z } from "zod"
import { isCoin } from "./dollar"

/** The code of an error names its text in the admin. */
const invalid = (code: string, error: string) => ({ error, params: { code } })

/** A positive decimal, such as "1.0850". */
const rate = z
  .string()
  .trim()
  .refine(
    (value) => /^\d{1,12}(\.\d{1,12})?$/.test(value) && Number(value) > 0,
    invalid("rate", 'must be a decimal above 0, such as "1.0850"')
  )

/** A share in percent, as a decimal string. */
export const percentSchema = z
  .string()
  .trim()
  .refine(
    (value) => /^\d{1,2}(\.\d{1,4})?$/.test(value),
    invalid("percent", 'must be a percentage below 100, such as "0.5"')
  )

const currencyCode = z
  .string()
  .trim()
  .toLowerCase()
  .refine(
    (code) => /^[a-z]{3}$/.test(code) || isCoin(code),
    invalid("currency", "must be a currency code such as eur")
  )

/** Seconds until a price is too old to sell by. */
const maxAge = z
  .number()
  .int()
  .min(60)
  .max(30 * 86_400)
  .optional()

const httpUrl = z
  .string()
  .trim()
  .max(2048)
  .refine(
    (url) =>
      /^https?:\/\//i.test(url) &&
      URL.canParse(url) &&
      !new URL(url).username &&
      !new URL(url).password,
    invalid("address", "must be an http(s) URL without a user name")
  )

/**
 * A source of prices: US dollars for one unit of a currency.
 * - `fixed` the merchant's own rates
 * - `ecb` the daily reference rates of the European Central Bank
 * - `http` a number in a JSON document. `{currency}` in `url` and `pointer` is
 *   replaced by the currency's code in upper case
 */
export const priceSourceSchema = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("fixed"),
    rates: z.record(currencyCode, rate),
  }),
  z.object({ type: z.literal("ecb"), url: httpUrl.optional(), maxAge }),
  z.object({
    type: z.literal("http"),
    name: z
      .string()
      .trim()
      .refine(
        (name) => /^[\w .-]{1,40}$/.test(name),
        invalid(
          "source_name",
          "must have 1 to 40 letters, digits, spaces, dots or hyphens"
        )
      ),
    url: httpUrl,
    pointer: z
      .string()
      .trim()
      .refine(
        (pointer) => /^(\/[^/]*)+$/.test(pointer),
        invalid("pointer", 'must be a JSON pointer such as "/data/rate"')
      ),
    maxAge,
    /** Whether it prices the stablecoins too. */
    coins: z.boolean().optional(),
  }),
])

export type PriceSource = z.infer<typeof priceSourceSchema>

export const priceSourcesSchema = z
  .array(priceSourceSchema)
  .max(10)
  .refine(
    (sources) => new Set(sources.map(nameOf)).size === sources.length,
    invalid("source_names", "must have different names")
  )

/** Identifies a source among those of a store. */
export function nameOf(source: PriceSource): string {
  return source.type === "http" ? source.name : source.type
}

/** Whether a source has to deliver the price of a stablecoin. */
export function pricesCoin(source: PriceSource, code: string): boolean {
  return source.type === "fixed"
    ? source.rates[code] !== undefined
    : source.type === "http" && source.coins === true
}

/** How a store prices carts in other currencies than the dollar. */
export type PricingSettings = {
  sources: readonly PriceSource[]
  /** `public`: the sources were typed in the admin. */
  addressScope?: "public"
  /** Fresh sources that have to agree on a price. */
  minSources: number
  /** Percent by which they may differ from their median. */
  agreeWithin: string
  /** Percent that is added to every amount due. */
  spread: string
  /** Seconds to start a payment at a price, which it keeps for twice as long. */
  lockFor: number
  /** Percent by which a payment after that may be worth less than its cart. */
  lateTolerance: string
  /** Percent by which a stablecoin may differ from a dollar. */
  depegLimit: string
}
