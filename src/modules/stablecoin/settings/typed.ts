import { z } from "zod"
import {
  chainSchema,
  isPublicHost,
  publicUrlProblem,
  stablecoinSchema,
} from "../../../gateway"
import { chainsSchema } from "./coins-by-chain"
import {
  addressSchema,
  originSchema,
  ownAddressSchema,
  templateSchema,
} from "./urls"
import { invalid } from "./field-error"

/** Schemas of values typed in the admin, stricter than those of the config. */

/**
 * Control characters and lone surrogates: databases and headers reject them.
 */
const UNWRITABLE = /[\p{Cc}\p{Cs}]/u

/** Typed text, without the spaces that copying adds. */
export const plainText = z
  .string()
  .trim()
  .refine(
    (text) => !UNWRITABLE.test(text),
    invalid(
      "characters",
      "must not contain control characters or invalid Unicode"
    )
  )

const urlText = plainText.max(2048)

/** Deduplicates values and keeps their order. */
function eachOnce<T extends z.ZodType>(element: T, most: number) {
  return z
    .array(element)
    .min(1, { error: "must name at least one" })
    .max(most, { error: `must name at most ${most}` })
    .transform((values) => [...new Set(values)])
}

/** Must not be inside the store's own network, since secrets are sent to it. */
export const typedGatewayUrl = urlText
  .superRefine((url, context) => {
    const problem = publicUrlProblem(url)
    if (problem) {
      const { error, params } = invalid(problem.code, problem.message)
      context.addIssue({ code: "custom", message: error, params })
    }
  })
  .pipe(addressSchema)

export const typedBackendUrl = urlText
  .pipe(ownAddressSchema)
  .refine(
    (url) => {
      const { protocol, hostname } = new URL(url)
      const isLocal = ["localhost", "127.0.0.1", "[::1]"].includes(hostname)
      return protocol === "https:" || isLocal
    },
    invalid("https", "must be an https URL")
  )
  .refine(
    isNotOfOurNetwork,
    invalid(
      "private_address",
      "must not be of a private network; such an address can be set in medusa-config.ts only"
    )
  )

/**
 * Rejects private addresses in production: the health check sends requests
 * there and reports the results.
 */
function isNotOfOurNetwork(url: string): boolean {
  return (
    process.env.NODE_ENV !== "production" || isPublicHost(new URL(url).hostname)
  )
}

export const typedTemplate = urlText.pipe(templateSchema)

export const typedOrigins = eachOnce(urlText.pipe(originSchema), 50)

export const typedCurrencies = z
  .record(z.string(), eachOnce(stablecoinSchema, 2))
  .superRefine((currencies, context) => {
    // Otherwise zod only reports that a key is invalid.
    for (const code of Object.keys(currencies)) {
      if (!/^[a-z0-9]{2,10}$/i.test(code)) {
        const { error, params } = invalid(
          "currency",
          "must be a currency code such as usd"
        )
        context.addIssue({
          code: "custom",
          path: [code],
          message: error,
          params,
        })
      }
    }
  })
  .transform((currencies) =>
    Object.fromEntries(
      Object.entries(currencies).map(([code, coins]) => [
        code.toLowerCase(),
        coins,
      ])
    )
  )
  .refine(
    (currencies) => {
      const { length } = Object.keys(currencies)
      return length >= 1 && length <= 200
    },
    { error: "must name between 1 and 200 cart currencies" }
  )

export const typedChains = chainsSchema(
  eachOnce(chainSchema, 6),
  eachOnce(stablecoinSchema, 2)
)
export const typedChain = chainSchema
export const typedClientId = plainText.min(1).max(500)

export const MOST_WEBHOOK_SECRETS = 20
const LONGEST_SECRET = 500

/** "" for a blank input. */
export const typedSecret = plainText.max(LONGEST_SECRET, {
  error: `must have at most ${LONGEST_SECRET} characters`,
})
