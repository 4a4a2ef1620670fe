import { isDeepStrictEqual } from "node:util"
import { z } from "zod"
import { byRail, type Rail, RAILS } from "../../../ledger"
import type { SettingRow } from "../repository/settings/settings"

const sealedSchema = z.object({
  ciphertext: z.string(),
  /**
   * Identifies the secret for admins. Null for a short secret, of which it
   * would reveal too much.
   */
  last4: z.string().nullable(),
})

const clientSecretSchema = sealedSchema.extend({
  /** The address it was entered for, and the only one it is sent to. */
  base_url: z.string(),
  client_id: z.string(),
})

const webhookSecretSchema = sealedSchema.extend({
  id: z.string(),
  /** ISO 8601. */
  created_at: z.string(),
  /**
   * The account whose payments it confirms. Null: entered before the
   * credentials were complete.
   */
  account: z.object({ base_url: z.string(), client_id: z.string() }).nullable(),
  /**
   * ISO 8601. The secret confirms only payments created before. Null: in use.
   */
  replaced_at: z.string().nullable(),
})

const modeSchema = z.object({
  /** Key of the account of the last complete credentials. */
  account: z.string(),
  /** Null: unknown. */
  mode: z.string().nullable(),
  /** Whether the sandbox answered instead of a gateway, in either mode. */
  sandbox: z.boolean().default(false),
})

export type SealedClientSecret = z.infer<typeof clientSecretSchema>
export type SealedWebhookSecret = z.infer<typeof webhookSecretSchema>
export type RememberedMode = z.infer<typeof modeSchema>

/** The admin's settings, with encrypted secrets. */
export type StoredSettings = {
  /** By names such as `general.backend_url`. Values were valid when written. */
  values: Readonly<Record<string, unknown>>
  clientSecrets: Readonly<Record<Rail, SealedClientSecret | null>>
  webhookSecrets: Readonly<Record<Rail, readonly SealedWebhookSecret[]>>
  modes: Readonly<Record<Rail, RememberedMode | null>>
}

/** Row keys of a rail's secrets and mode. */
export const clientSecretKey = (rail: Rail) => `${rail}.client_secret` as const
export const webhookSecretsKey = (rail: Rail) =>
  `${rail}.webhook_secrets` as const
export const modeKey = (rail: Rail) => `${rail}.mode` as const

const valueSchema = z.object({ value: z.unknown() })
const webhookSecretsSchema = z.object({ secrets: z.array(webhookSecretSchema) })

/** Parses the rows. Ignores rows that were not written by this module. */
export function readStored(rows: readonly SettingRow[]): StoredSettings {
  const byKey = new Map(rows.map(({ key, value }) => [key, value]))
  const values = rows.flatMap(({ key, value }) => {
    const { data } = valueSchema.safeParse(value)
    return data && data.value !== undefined ? [[key, data.value]] : []
  })
  return {
    values: Object.fromEntries(values),
    clientSecrets: byRail(
      (rail) =>
        clientSecretSchema.safeParse(byKey.get(clientSecretKey(rail))).data ??
        null
    ),
    webhookSecrets: byRail(
      (rail) =>
        webhookSecretsSchema.safeParse(byKey.get(webhookSecretsKey(rail))).data
          ?.secrets ?? []
    ),
    modes: byRail((rail) => readMode(rows, rail)),
  }
}

/** The stored mode of a rail. */
export function readMode(
  rows: readonly SettingRow[],
  rail: Rail
): RememberedMode | null {
  const row = rows.find(({ key }) => key === modeKey(rail))
  return modeSchema.safeParse(row?.value).data ?? null
}

const MODE_KEYS: readonly string[] = RAILS.map(modeKey)

/**
 * Whether rows are equal except for stored modes, which no setting depends on.
 */
export function isSameBesidesModes(
  one: readonly SettingRow[],
  other: readonly SettingRow[]
): boolean {
  const [before, after] = [one, other].map((rows) =>
    rows.filter(({ key }) => !MODE_KEYS.includes(key))
  )
  return isDeepStrictEqual(before, after)
}
