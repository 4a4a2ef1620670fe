import { z } from "zod"
import type { AdminFieldError } from "../../../http-types"
import type { Rail } from "../../../ledger"
import type { AccountOptions, WebhookSecret } from "../accounts/account"
import { fieldErrorsOf } from "./field-error"
import { addressSchema, clientIdSchema, writtenText } from "./values"

/** A webhook secret that was replaced. Without a secret, it is left out. */
export type ReplacedSecret = {
  secret?: string
  /** ISO 8601 date and time with a time zone. */
  replacedAt?: string
}

/**
 * Name of the option that lists them. The hosted client secret in use also
 * signs, and is set separately.
 */
const WEBHOOK_SECRETS = {
  hosted: "previousClientSecrets",
  onchain: "webhookSecrets",
} as const satisfies Record<Rail, string>

/**
 * Reads the account of a rail option by option, so that an invalid one does not
 * hide the others.
 *
 * @param written value by the option's name, undefined where it is not set
 */
export function readAccount(
  rail: Rail,
  written: (option: string) => unknown
): AccountOptions {
  const issues: AdminFieldError[] = []
  const read = <T>(
    schema: z.ZodType<T>,
    value: unknown,
    path: string
  ): T | undefined => {
    const { data, error } = schema.optional().safeParse(value)
    issues.push(...fieldErrorsOf(path, error))
    return data
  }
  const credential = (option: string, schema: z.ZodType<string>) =>
    read(schema, written(option), option)
  const list = WEBHOOK_SECRETS[rail]
  const entries = read(z.array(z.unknown()), written(list), list) ?? []
  return {
    baseUrl: credential("baseUrl", addressSchema),
    clientId: credential("clientId", clientIdSchema),
    clientSecret: credential("clientSecret", z.string().trim()),
    webhookSecrets: entries.flatMap(
      (entry, index) => read(ENTRY[rail], entry, `${list}.${index}`) ?? []
    ),
    issues,
  }
}

const EXAMPLE = `"2025-11-22T10:00:00Z"`
const REPLACED = `{ secret, replacedAt }, where replacedAt is when it was replaced, such as ${EXAMPLE}`

/**
 * Tolerance for clock skew. A time further ahead is a typing error that would
 * confirm new payments.
 */
const CLOCK_SKEW_MS = 5 * 60_000

/**
 * Requires a time: a date alone is ambiguous about the payments of that day.
 */
const momentSchema = z.iso
  .datetime({ offset: true })
  .transform((text) => new Date(text).toISOString())
  .refine((moment) => Date.parse(moment) <= Date.now() + CLOCK_SKEW_MS)

/**
 * Requires the replacement time: without it, a leaked secret would confirm new
 * payments too.
 */
const replacedSchema = z
  .object(
    { secret: writtenText, replacedAt: z.string().optional() },
    { error: `must be ${REPLACED}` }
  )
  .transform(({ secret, replacedAt }, context): WebhookSecret[] => {
    if (!secret) {
      return []
    }
    const { data } = momentSchema.safeParse(replacedAt)
    if (data === undefined) {
      context.addIssue({
        code: "custom",
        path: ["replacedAt"],
        message: `must be when the secret was replaced: an ISO 8601 date and time with a time zone, not in the future, such as ${EXAMPLE}`,
      })
      return z.NEVER
    }
    return [ofConfig(secret, data)]
  })

const inUseSchema = writtenText.transform((secret): WebhookSecret[] =>
  secret ? [ofConfig(secret, null)] : []
)

/** One entry of a list. An unset environment variable yields no secret. */
const ENTRY = {
  hosted: replacedSchema,
  onchain: z.union([inUseSchema, replacedSchema], {
    error: `must be a secret in use, or ${REPLACED}`,
  }),
}

function ofConfig(secret: string, replaced_at: string | null): WebhookSecret {
  return { id: null, secret, created_at: null, replaced_at }
}
