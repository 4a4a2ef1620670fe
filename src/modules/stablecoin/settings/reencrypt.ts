import { RAILS } from "../../../ledger"
import { type KeyRing, SecretError } from "./encryption"
import type { SettingRow } from "../repository/settings/settings"
import { resealClientSecret, resealWebhookSecret } from "./secrets"
import {
  clientSecretKey,
  readStored,
  type StoredSettings,
  webhookSecretsKey,
} from "./stored"

/** A value of a row, re-encrypted. */
type Resealed = { key: string; value: unknown }

/**
 * Rows whose secrets are not encrypted with the first key, and their new
 * values.
 */
export function reencrypted(
  rows: readonly SettingRow[],
  keys: KeyRing
): { row: SettingRow; value: unknown }[] {
  const stored = readStored(rows)
  return resealRails(stored, keys).flatMap(({ key, value }) => {
    const row = rows.find((each) => each.key === key)
    return row ? [{ row, value }] : []
  })
}

function resealRails(
  { clientSecrets, webhookSecrets }: StoredSettings,
  keys: KeyRing
): Resealed[] {
  return RAILS.flatMap((rail) => {
    const client = clientSecrets[rail]
    const secret =
      client && ifItOpens(() => resealClientSecret(rail, client, keys))
    const secrets = resealEach(webhookSecrets[rail], (sealed) =>
      resealWebhookSecret(rail, sealed, keys)
    )
    return [
      ...(secret ? [{ key: clientSecretKey(rail), value: secret }] : []),
      ...(secrets
        ? [{ key: webhookSecretsKey(rail), value: { secrets } }]
        : []),
    ]
  })
}

/** Null if nothing changes. */
function resealEach<T>(
  list: readonly T[],
  reseal: (sealed: T) => T | null
): T[] | null {
  const resealed = list.map((sealed) => ifItOpens(() => reseal(sealed)))
  return resealed.some((each) => each !== null)
    ? list.map((sealed, index) => resealed[index] ?? sealed)
    : null
}

/** Skips a secret that can't be decrypted: its key may be added again. */
function ifItOpens<T>(reseal: () => T): T | null {
  try {
    return reseal()
  } catch (error) {
    if (error instanceof SecretError) {
      return null
    }
    throw error
  }
}
