import { z } from "zod"
import { parse, strict } from "./parse"

/**
 * The differences between the merchant contract's descriptions ("Versioning").
 */
export type Variant = {
  /** Currency codes that the hosted checkout supports. */
  currencies: string[]
  /** Whether `order_no` and `item_name` are required. */
  requireOrderFields: boolean
  /** Whether GET /merchant/api/available-currencies exists. */
  listing: boolean
  webUrl: boolean
  appUrl: boolean
  intentUrl: boolean
}

const EVERYTHING = {
  requireOrderFields: false,
  listing: true,
  webUrl: true,
  appUrl: true,
  intentUrl: true,
}

/** The three sets of currencies in the contract's descriptions. */
const VARIANTS = {
  "usdt-usdc": { ...EVERYTHING, currencies: ["USDT", "USDC"] },
  "usd-usdt-usdc": { ...EVERYTHING, currencies: ["USD", "USDT", "USDC"] },
  "usdt-only": {
    ...EVERYTHING,
    currencies: ["USDT"],
    requireOrderFields: true,
  },
} as const satisfies Record<
  string,
  Omit<Variant, "currencies"> & { currencies: readonly string[] }
>

export type VariantName = keyof typeof VARIANTS
export const VARIANT_NAMES = Object.keys(VARIANTS) as VariantName[]

export const variantChangeSchema = strict({
  name: z.enum(VARIANT_NAMES).optional(),
  currencies: z
    .array(z.enum(["USD", "USDT", "USDC"]))
    .min(1)
    .optional(),
  requireOrderFields: z.boolean().optional(),
  listing: z.boolean().optional(),
  webUrl: z.boolean().optional(),
  appUrl: z.boolean().optional(),
  intentUrl: z.boolean().optional(),
  /** Shorthand for all three URL fields. */
  urls: z.boolean().optional(),
})

/** A named variant, single features, or both: `{ name: "usdt-only", listing: false }`. */
export type VariantChange = z.input<typeof variantChangeSchema>

/**
 * The variant after a change. A name starts from that variant with all its
 * features. Single features change the current variant.
 *
 * @throws SandboxError 422 if the change names a feature or variant that does
 *   not exist
 */
export function applyVariant(
  current: Variant,
  change: VariantName | VariantChange
): Variant {
  const { name, urls, ...features } = parse(
    variantChangeSchema,
    typeof change === "string" ? { name: change } : change,
    "The variant"
  )
  const base: Variant = name
    ? { ...VARIANTS[name], currencies: [...VARIANTS[name].currencies] }
    : current
  const links =
    urls === undefined ? {} : { webUrl: urls, appUrl: urls, intentUrl: urls }
  const given = Object.fromEntries(
    Object.entries(features).filter(([, value]) => value !== undefined)
  )
  return { ...base, ...links, ...given }
}

/** The default variant of a sandbox. */
export const DEFAULT_VARIANT: Variant = applyVariant(
  { ...EVERYTHING, currencies: [] },
  "usdt-usdc"
)
