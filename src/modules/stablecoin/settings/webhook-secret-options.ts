import { z } from "zod"
import type { Rail } from "../../../ledger"
import type { WebhookSecret } from "../accounts/account"
import { writtenText } from "./values"

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

function ofConfig(secret: string, replaced_at: string | null): WebhookSecret {
  return { id: null, secret, created_at: null, replaced_at }
}

/**
 * Name of the option that lists them. The hosted client secret in use also
 * signs, and is set separately.
 */
export const WEBHOOK_SECRETS = {
  hosted: "previousClientSecrets",
  onchain: "webhookSecrets",
} as const satisfies Record<Rail, string>

/** One entry of a list. An unset environment variable yields no secret. */
const ENTRY = {
  hosted: replacedSchema,
  onchain: z.union([inUseSchema, replacedSchema], {
    error: `must be a secret in use, or ${REPLACED}`,
  }),
}

export const replacedSecretsSchema = listOf(ENTRY.hosted)
export const webhookSecretsSchema = listOf(ENTRY.onchain)

export const LIST = {
  hosted: replacedSecretsSchema,
  onchain: webhookSecretsSchema,
}

/** The valid secrets of a list that may contain invalid ones. */
export function readableSecrets(rail: Rail, written: unknown): WebhookSecret[] {
  return Array.isArray(written)
    ? written.flatMap((entry) => ENTRY[rail].safeParse(entry).data ?? [])
    : []
}

function listOf<T extends z.ZodType<WebhookSecret[]>>(entry: T) {
  return z
    .array(entry)
    .transform((entries) => entries.flat())
    .default([])
}
