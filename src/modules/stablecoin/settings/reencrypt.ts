import { RAILS } from "../../../ledger"
import { type KeyRing, SecretError } from "./encryption"
import type { SettingRow } from "../repository/settings/settings"
import { resealClientSecret, resealWebhookSecret } from "./secrets"
import { clientSecretKey, readStored, webhookSecretsKey } from "./stored"

/**
 * Rows whose secrets are not encrypted with the first key, and their new
 * values.
 */
export function reencrypted(
  rows: readonly SettingRow[],
  keys: KeyRing
): { row: SettingRow; value: unknown }[] {
  const { clientSecrets, webhookSecrets } = readStored(rows)
  return RAILS.flatMap((rail) => {
    const client = clientSecrets[rail]
    const secret =
      client && ifItOpens(() => resealClientSecret(rail, client, keys))
    const resealed = webhookSecrets[rail].map((sealed) =>
      ifItOpens(() => resealWebhookSecret(rail, sealed, keys))
    )
    const secrets = webhookSecrets[rail].map(
      (sealed, index) => resealed[index] ?? sealed
    )
    return [
      ...(secret ? [{ key: clientSecretKey(rail), value: secret }] : []),
      ...(resealed.some(Boolean)
        ? [{ key: webhookSecretsKey(rail), value: { secrets } }]
        : []),
    ].flatMap(({ key, value }) => {
      const row = rows.find((each) => each.key === key)
      return row ? [{ row, value }] : []
    })
  })
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
