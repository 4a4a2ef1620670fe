import { z } from "zod"
import type { ConnectionTest } from "../gateway/connection-test"
import type { Chain, CoinsByChain } from "../gateway/schemas/common"
import { type Rail, RAILS } from "../ledger/rails"
import {
  type DeclaredPart,
  type PricingValues,
  SETTINGS,
  type SettingValues,
} from "../settings"

/** Longer than any address, id or secret may be. */
const text = z.string().max(2048)

/** Changes to the account of a rail. */
const credentials = {
  base_url: text.nullable().optional(),
  client_id: text.nullable().optional(),
  /** Blank keeps the stored secret, and null removes the account. */
  client_secret: text.nullable().optional(),
  webhook_secrets: z
    .strictObject({
      add: z.array(text).max(100).optional(),
      remove: z.array(text).max(100).optional(),
    })
    .optional(),
}

/** Changes to declared settings. Null unsets one. */
type ChangeOf<Values> = { [Name in keyof Values]?: Values[Name] | null }

function declared<Values>(part: DeclaredPart) {
  const names = SETTINGS.filter((setting) => setting.part === part)
  return z.strictObject(
    Object.fromEntries(names.map(({ name }) => [name, z.unknown()]))
  ) as unknown as z.ZodType<ChangeOf<Values>, ChangeOf<Values>>
}

/**
 * `unverified`: the gateway did not confirm the credentials. `live`: payments
 * would move from test to live. `test`: from live to test.
 */
const settingsWarning = z.enum(["unverified", "live", "test"])
export type SettingsWarning = z.infer<typeof settingsWarning>

/**
 * `POST /admin/stablecoin/settings`: changed settings. Absent fields stay.
 *
 * The schema has their names and sizes. The values are validated together with
 * the effective settings, in src/modules/stablecoin/settings.
 */
export const UpdateSettings = z.strictObject({
  /** Version of the settings that the change is based on. */
  version: z
    .string({
      error: "is missing: read the settings first, and send their version.",
    })
    .max(100),
  general: declared<SettingValues>("general").optional(),
  pricing: declared<PricingValues>("pricing").optional(),
  hosted: z.strictObject(credentials).optional(),
  onchain: z
    .strictObject({
      ...credentials,
      /** Networks that take every stablecoin, or those of each network. */
      chains: z.custom<Chain[] | CoinsByChain | null>().optional(),
      default_chain: z.custom<Chain | null>().optional(),
    })
    .optional(),
  /** Warnings that the user has confirmed. */
  confirm: z.array(settingsWarning).max(10).optional(),
})
export type AdminUpdateSettings = z.input<typeof UpdateSettings>
export type AdminSettingsChange = Omit<AdminUpdateSettings, "version">

/** A 400 with one error per invalid field. */
export type AdminFieldErrors = {
  type: "invalid_data"
  message: string
  errors: AdminFieldError[]
}

export type AdminFieldError = {
  /** Such as `onchain.base_url`. */
  path: string
  message: string
  /** Identifies the message, where it has a translation. */
  code?: string
  /** The limit that the value violates, in the unit of the API. */
  limit?: number
}

/** A 409 of `POST /admin/stablecoin/settings`: nothing was saved. */
export type AdminSettingsConflict = {
  type: "conflict"
  /**
   * `changed`: another user changed the settings since the version that was
   * sent.
   */
  code: SettingsWarning | "changed"
  message: string
  rail?: Rail
  /** Result of testing the credentials at the gateway. */
  test?: AdminConnectionTest
}

/** A blank field counts as not sent. */
const typed = text.transform((value) => value.trim() || undefined).optional()

/**
 * `POST /admin/stablecoin/settings/test`: fields that are not sent come from
 * the effective settings.
 */
export const TestConnection = z.strictObject({
  rail: z.enum(RAILS),
  base_url: typed,
  client_id: typed,
  client_secret: typed,
})
export type AdminTestConnection = z.input<typeof TestConnection>

/**
 * The result of a test at the gateway. Its code is one of GatewayError or of
 * AdminFieldError, or `incomplete`.
 */
export type AdminConnectionTest = { rail: Rail } & ConnectionTest<string>

export type AdminConnectionTestResponse = { test: AdminConnectionTest }
