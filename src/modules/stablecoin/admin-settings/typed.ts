import { z } from "zod"
import {
  chainSchema,
  isPublicHost,
  publicUrlProblem,
  stablecoinSchema,
} from "../../../gateway"
import { CAPTURE_MODES, CHECKOUT_FLOWS } from "../../../ledger"
import {
  addressSchema,
  hasUserInfo,
  originSchema,
  templateSchema,
} from "../options"

/** What a person may type: narrower than what the config may hold. */

const DAY = 24 * 60 * 60
const urlText = z.string().trim().max(2048)

/** Values in their order, each once. */
function eachOnce<T extends z.ZodType>(element: T, most: number) {
  return z
    .array(element)
    .min(1, { error: "must name at least one" })
    .max(most, { error: `must name at most ${most}` })
    .transform((values) => [...new Set(values)])
}

/** Secrets are sent there, so that it must be no place inside the store's own network. */
export const typedGatewayUrl = urlText
  .superRefine((url, context) => {
    const problem = publicUrlProblem(url)
    if (problem) {
      context.addIssue({ code: "custom", message: problem })
    }
  })
  .pipe(addressSchema)

export const typedBackendUrl = urlText
  .pipe(addressSchema)
  .refine(
    (url) => {
      const { protocol, hostname } = new URL(url)
      const isLocal = ["localhost", "127.0.0.1", "[::1]"].includes(hostname)
      return (protocol === "https:" || isLocal) && !hasUserInfo(new URL(url))
    },
    { error: "must be an https URL without a user name" }
  )
  .refine(isNotOfOurNetwork, {
    error:
      "must not be of a private network; such an address can be set in medusa-config.ts only",
  })

/** The health check sends requests there and tells what came of them. */
function isNotOfOurNetwork(url: string): boolean {
  return (
    process.env.NODE_ENV !== "production" || isPublicHost(new URL(url).hostname)
  )
}

export const typedTemplate = urlText.pipe(templateSchema)

export const typedOrigins = eachOnce(urlText.pipe(originSchema), 50)

export const typedCurrencies = z
  .record(
    z
      .string()
      .regex(/^[a-z0-9]{2,10}$/i, {
        error: "must be a currency code such as usd",
      })
      .transform((code) => code.toLowerCase()),
    eachOnce(stablecoinSchema, 2)
  )
  .refine(
    (currencies) => {
      const { length } = Object.keys(currencies)
      return length >= 1 && length <= 200
    },
    { error: "must name between 1 and 200 cart currencies" }
  )

export const typedChains = eachOnce(chainSchema, 6)
export const typedChain = chainSchema
export const typedFlow = z.enum(CHECKOUT_FLOWS)
export const typedCapture = z.enum(CAPTURE_MODES)
export const typedPendingTtl = z
  .number()
  .int()
  .min(300)
  .max(366 * DAY)
export const typedRetention = z
  .number()
  .int()
  .min(DAY)
  .max(3660 * DAY)
export const typedItemName = z.string().trim().min(1).max(200)
export const typedClientId = z.string().trim().min(1).max(500)

export const MOST_WEBHOOK_SECRETS = 20
const LONGEST_SECRET = 500

/** Without the spaces that copying adds; "" means that nothing was typed. */
export const typedSecret = z
  .string()
  .trim()
  .max(LONGEST_SECRET, {
    error: `must have at most ${LONGEST_SECRET} characters`,
  })
