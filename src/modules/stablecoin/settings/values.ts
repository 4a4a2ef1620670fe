import { z } from "zod"
import {
  isPublicHost,
  publicUrlProblem,
  stablecoinSchema,
} from "../../../gateway"
import { percentSchema, priceSourcesSchema } from "../../../pricing"
import type { Declaration } from "../../../settings"
import { invalid } from "./field-error"
import { rulesSchema } from "./rules"

/*
 * One schema for each kind of value, from the config or typed in the admin. A
 * typed address may not lead into the store's own network.
 */

/**
 * Control characters and lone surrogates: databases and headers reject them.
 */
const UNWRITABLE = /[\p{Cc}\p{Cs}]/u

/** Text without the spaces and line ends that copying and files add. */
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

/** `process.env.X` of an unset or empty variable is missing. */
export const writtenText = z
  .string()
  .optional()
  .transform((text) => text?.trim() || undefined)

/** Drops unset environment variables from a list. */
export const writtenTexts = z
  .array(writtenText)
  .transform((texts) => texts.flatMap((text) => text ?? []))

/** Deduplicates values and keeps their order. */
export function eachOnce<T extends z.ZodType>(element: T, most: number) {
  return z
    .array(element)
    .min(1, { error: "must name at least one" })
    .max(most, { error: `must name at most ${most}` })
    .transform((values) => [...new Set(values)])
}

/**
 * Rejects URLs that only a lenient parser accepts, such as
 * `https:shop.example`.
 */
const httpUrl = plainText
  .max(2048)
  .refine(
    (url) => /^https?:\/\//i.test(url) && URL.canParse(url),
    invalid("address", "must be an http(s) URL")
  )

/** A URL that buyers and admins see, or that `fetch` takes. */
export const bareUrl = httpUrl.pipe(
  z.string().refine(
    (url) => {
      const { username, password } = new URL(url)
      return !username && !password
    },
    invalid("address_user", "must not contain a user name or a password")
  )
)

/** Base address for paths, normalized and without a trailing slash. */
export const addressSchema = httpUrl
  .refine(
    (url) => !/[?#]/.test(url),
    invalid("address_query", "must have no query")
  )
  .transform((url) => {
    const { origin, pathname } = new URL(url)
    return `${origin}${pathname}`.replace(/\/+$/, "")
  })

/** Must not be inside the store's own network, since secrets are sent to it. */
export const typedGatewayUrl = plainText
  .superRefine((url, context) => {
    const problem = publicUrlProblem(url)
    if (problem) {
      const { error, params } = invalid(problem.code, problem.message)
      context.addIssue({ code: "custom", message: error, params })
    }
  })
  .pipe(addressSchema)

/** Our own address, which the gateway sees too. */
const ownAddressSchema = bareUrl.pipe(addressSchema)

/**
 * Rejects private addresses in production: the health check sends requests
 * there and reports the results.
 */
const typedBackendUrl = ownAddressSchema
  .refine(
    (url) => {
      const { protocol, hostname } = new URL(url)
      const isLocal = ["localhost", "127.0.0.1", "[::1]"].includes(hostname)
      return protocol === "https:" || isLocal
    },
    invalid("https", "must be an https URL")
  )
  .refine(
    (url) =>
      process.env.NODE_ENV !== "production" ||
      isPublicHost(new URL(url).hostname),
    invalid(
      "private_address",
      "must not be of a private network; such an address can be set in medusa-config.ts only"
    )
  )

const originsSchema = eachOnce(
  httpUrl.transform((url) => new URL(url).origin),
  50
)

const currenciesSchema = z
  .record(z.string(), eachOnce(stablecoinSchema, 2))
  .superRefine((currencies, context) => {
    // Otherwise zod only reports that a key is invalid.
    for (const code of Object.keys(currencies)) {
      if (!/^[a-z0-9]{2,10}$/i.test(code)) {
        const { error: message, params } = invalid(
          "currency",
          "must be a currency code such as usd"
        )
        context.addIssue({ code: "custom", path: [code], message, params })
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

/** Their documents must not be inside the store's own network. */
const typedSources = priceSourcesSchema.superRefine((sources, context) => {
  for (const [index, source] of sources.entries()) {
    const problem =
      "url" in source && source.url ? publicUrlProblem(source.url) : null
    if (problem) {
      const { error: message, params } = invalid(problem.code, problem.message)
      const path = [index, "url"]
      context.addIssue({ code: "custom", path, message, params })
    }
  }
})

/** Parsed separately, so that another invalid option hides no stored secret. */
export const encryptionKeysSchema = writtenTexts
  .pipe(
    z.array(
      z.string().refine((key) => Buffer.from(key, "base64").length === 32, {
        error:
          "must be 32 bytes in base64, such as `openssl rand -base64 32` prints",
      })
    )
  )
  .default([])

export const clientIdSchema = plainText.min(1).max(500)

export const MOST_WEBHOOK_SECRETS = 20

/** "" for a blank input. */
export const typedSecret = plainText.max(500, {
  error: "must have at most 500 characters",
})

export type ValueSchemas = {
  /** Schema of the effective value, from the config or stored. */
  reads: z.ZodType
  /** Schema of a value that an admin types. */
  typed: z.ZodType
}

/** The schemas that follow from a declaration. */
export function schemasOf(setting: Declaration): ValueSchemas {
  switch (setting.kind) {
    case "address":
      return { reads: ownAddressSchema.optional(), typed: typedBackendUrl }
    case "template":
      return { reads: bareUrl.optional(), typed: bareUrl }
    case "origins":
      return {
        reads: writtenTexts
          .transform((texts) => (texts.length ? texts : undefined))
          .pipe(originsSchema.optional())
          .optional(),
        typed: originsSchema,
      }
    case "coins":
      return withDefault(currenciesSchema, setting)
    case "percent":
      return withDefault(percentSchema, setting)
    case "sources": {
      const { reads } = withDefault(priceSourcesSchema, setting)
      return { reads, typed: typedSources }
    }
    case "rules":
      return withDefault(rulesSchema, setting)
    case "text":
      return withDefault(plainText.min(1).max(setting.maxLength), setting)
    case "number":
      return withDefault(
        z.number().int().min(setting.min).max(setting.max),
        setting
      )
    case "choice": {
      const { choices, isSwitch } = setting
      const { reads, typed } = withDefault(z.enum(choices), setting)
      // True and false are the first and the last choice.
      const switched = z.preprocess(
        (value) =>
          typeof value === "boolean" ? choices.at(value ? 0 : -1) : value,
        reads
      )
      return { reads: isSwitch ? switched : reads, typed }
    }
  }
}

/** Parses the default too, which copies it. */
function withDefault(typed: z.ZodType, by: { default: unknown }): ValueSchemas {
  return { reads: typed.prefault(by.default), typed }
}
