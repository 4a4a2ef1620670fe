import { z } from "@medusajs/framework/zod"
import type {
  AdminTestConnection,
  AdminUpdateSettings,
} from "../../../../http-types"
import { RAILS } from "../../../../ledger"
import { SETTINGS } from "../../../../settings"

/*
 * The names and sizes of a change. Its values are validated together with the
 * effective settings, in src/modules/stablecoin/settings.
 */

/** Longer than any address, id or secret may be. */
const text = z.string().max(2048)

const credentials = {
  base_url: text.nullable().optional(),
  client_id: text.nullable().optional(),
  client_secret: text.nullable().optional(),
  webhook_secrets: z
    .strictObject({
      add: z.array(text).max(100).optional(),
      remove: z.array(text).max(100).optional(),
    })
    .optional(),
}

export const updateSettings = () =>
  z.strictObject({
    version: z
      .string({
        error: "is missing: read the settings first, and send their version.",
      })
      .max(100),
    general: z
      .strictObject(
        Object.fromEntries(SETTINGS.map(({ name }) => [name, z.unknown()]))
      )
      .optional(),
    hosted: z.strictObject(credentials).optional(),
    onchain: z
      .strictObject({
        ...credentials,
        chains: z.unknown(),
        default_chain: z.unknown(),
      })
      .optional(),
    confirm: z
      .array(z.enum(["unverified", "live", "test", "exchange_rate"]))
      .max(10)
      .optional(),
  } satisfies Record<keyof AdminUpdateSettings, z.ZodType>)

/** A blank field counts as not sent. */
const typed = text.transform((value) => value.trim() || undefined).optional()

export const testConnection = () =>
  z.strictObject({
    rail: z.enum(RAILS),
    base_url: typed,
    client_id: typed,
    client_secret: typed,
  }) satisfies z.ZodType<AdminTestConnection>
