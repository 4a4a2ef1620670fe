import { z } from "@medusajs/framework/zod"
import { createFindParams } from "@medusajs/medusa/api/utils/validators"
import type { AdminUpdateSettings } from "../../../../http-types"
import { type Kind, SETTINGS } from "../../../../settings"

/**
 * Validates the shape of a change. The values are validated together with the
 * effective settings, in src/modules/stablecoin/settings.
 */
const LONGEST_TEXT = 2048
const text = z.string().max(LONGEST_TEXT).nullable().optional()
const texts = z.array(z.string().max(LONGEST_TEXT)).max(100)
const textsByName = z.record(
  z.string().max(100),
  z.array(z.string().max(100)).max(100)
)
const number = z.number().nullable().optional()

const KINDS: Record<Kind, z.ZodType> = {
  address: text,
  template: text,
  text,
  choice: text,
  number,
  duration: number,
  days: number,
  origins: texts.nullable().optional(),
  coins: textsByName.nullable().optional(),
}

/** One schema per declared setting, by its kind. */
const declared = (settings: readonly { name: string; kind: Kind }[]) =>
  Object.fromEntries(settings.map(({ name, kind }) => [name, KINDS[kind]]))

/**
 * Longer than any secret may be. The settings module validates the real limit.
 */
const secret = z.string().max(LONGEST_TEXT)

const secretList = z
  .strictObject({
    add: z.array(secret).max(100).optional(),
    remove: z.array(z.string().max(100)).max(100).optional(),
  })
  .optional()

const credentials = z.strictObject({
  base_url: text,
  client_id: text,
  client_secret: secret.nullable().optional(),
  webhook_secrets: secretList,
})

export const updateSettings = () =>
  z.strictObject({
    version: z
      .string({
        error: "is missing: read the settings first, and send their version.",
      })
      .max(100),
    general: z.strictObject(declared(SETTINGS)).optional(),
    hosted: credentials.optional(),
    onchain: credentials
      .extend({
        chains: z.union([texts, textsByName]).nullable().optional(),
        default_chain: text,
      })
      .optional(),
    confirm: z
      .array(z.enum(["unverified", "live", "test", "exchange_rate"]))
      .max(10)
      .optional(),
  } satisfies Record<keyof AdminUpdateSettings, z.ZodType>)

export const listChangesParams = () =>
  createFindParams({
    order: "-created_at",
  }).extend({
    limit: z.coerce.number().int().min(1).max(100).default(20),
    offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
  })
