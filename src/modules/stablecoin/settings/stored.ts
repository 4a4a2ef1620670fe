import { isDeepStrictEqual } from "node:util"
import { z } from "zod"
import { type Rail, RAILS } from "../../../ledger"
import type { SettingRow } from "../repository/settings"

const sealedSchema = z.object({
  ciphertext: z.string(),
  /** For a person to tell it from others; null where that would be too much of it. */
  last4: z.string().nullable(),
})

const clientSecretSchema = sealedSchema.extend({
  /** What it was entered for: it is sent nowhere else. */
  base_url: z.string(),
  client_id: z.string(),
})

const webhookSecretSchema = sealedSchema.extend({
  id: z.string(),
  /** ISO 8601. */
  created_at: z.string(),
  /** Whose payments it confirms; null: it was entered before the credentials were complete. */
  account: z.object({ base_url: z.string(), client_id: z.string() }).nullable(),
  /** ISO 8601: it confirms only payments that were created before; null: it is in use. */
  replaced_at: z.string().nullable(),
})

const modeSchema = z.object({
  /** The key of the account that was last in force with all that belongs to it. */
  account: z.string(),
  /** Null: nobody has told it. */
  mode: z.string().nullable(),
  /** Whether the sandbox answered in place of a gateway, in either mode. */
  sandbox: z.boolean().default(false),
})

export type SealedClientSecret = z.infer<typeof clientSecretSchema>
export type SealedWebhookSecret = z.infer<typeof webhookSecretSchema>
export type RememberedMode = z.infer<typeof modeSchema>

/** What came from the admin, secrets still sealed. */
export type StoredSettings = {
  /** By names such as `general.backend_url`: a value that was right when it was written. */
  values: Readonly<Record<string, unknown>>
  clientSecrets: Readonly<Record<Rail, SealedClientSecret | null>>
  webhookSecrets: Readonly<Record<Rail, readonly SealedWebhookSecret[]>>
  modes: Readonly<Record<Rail, RememberedMode | null>>
}

/** What keys the rows of a rail's secrets and mode have. */
export const clientSecretKey = (rail: Rail) => `${rail}.client_secret` as const
export const webhookSecretsKey = (rail: Rail) =>
  `${rail}.webhook_secrets` as const
export const modeKey = (rail: Rail) => `${rail}.mode` as const

const valueSchema = z.object({ value: z.unknown() })
const webhookSecretsSchema = z.object({ secrets: z.array(webhookSecretSchema) })

/** Reads the rows. One that was not written here is as if it were not there. */
export function readStored(rows: readonly SettingRow[]): StoredSettings {
  const byKey = new Map(rows.map(({ key, value }) => [key, value]))
  const values = rows.flatMap(({ key, value }) => {
    const { data } = valueSchema.safeParse(value)
    return data && data.value !== undefined ? [[key, data.value]] : []
  })
  return {
    values: Object.fromEntries(values),
    clientSecrets: ofEachRail(
      (rail) =>
        clientSecretSchema.safeParse(byKey.get(clientSecretKey(rail))).data ??
        null
    ),
    webhookSecrets: ofEachRail(
      (rail) =>
        webhookSecretsSchema.safeParse(byKey.get(webhookSecretsKey(rail))).data
          ?.secrets ?? []
    ),
    modes: ofEachRail((rail) => readMode(rows, rail)),
  }
}

/** The mode that is remembered for a rail. */
export function readMode(
  rows: readonly SettingRow[],
  rail: Rail
): RememberedMode | null {
  const row = rows.find(({ key }) => key === modeKey(rail))
  return modeSchema.safeParse(row?.value).data ?? null
}

const MODE_KEYS: readonly string[] = RAILS.map(modeKey)

/** Whether rows differ at most in the modes that are remembered, which no setting follows from. */
export function isSameBesidesModes(
  one: readonly SettingRow[],
  other: readonly SettingRow[]
): boolean {
  const [before, after] = [one, other].map((rows) =>
    rows.filter(({ key }) => !MODE_KEYS.includes(key))
  )
  return isDeepStrictEqual(before, after)
}

export function ofEachRail<T>(make: (rail: Rail) => T): Record<Rail, T> {
  return { hosted: make("hosted"), onchain: make("onchain") }
}
