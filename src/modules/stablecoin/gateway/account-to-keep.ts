import type { Payment } from "../../../ledger"
import { KeyRing } from "../settings/encryption"
import type { Settings } from "../settings/settings"
import type { AccountToKeep } from "../repository/payments/open-payment"
import {
  areSealed,
  currentAccount,
  sealSecrets,
} from "../settings/retained-account"

/**
 * Stored secrets that were last seen up to date, by settings and account. Only
 * a hint, which the database must confirm. New settings start empty.
 */
const KNOWN = new WeakMap<Settings, Map<string, string | null>>()

/**
 * The account to store with a payment that is being started.
 *
 * @param settings those that the payment is started with
 * @returns null when the payment is not of their account
 */
export function accountToKeep(
  settings: Settings,
  { rail, account: key }: Pick<Payment, "rail" | "account">
): AccountToKeep | null {
  const account = currentAccount(settings, rail)
  if (account?.account !== key) {
    return null
  }
  const keys = new KeyRing(settings.encryptionKeys)
  const known = KNOWN.get(settings) ?? new Map<string, string | null>()
  KNOWN.set(settings, known)
  return {
    key,
    rail,
    base_url: account.baseUrl,
    client_id: account.clientId,
    known: known.get(key),
    remember: (secrets) => {
      known.set(key, secrets)
    },
    isKept: (sealed) =>
      keys.isEmpty || (sealed !== null && areSealed(account, sealed, keys)),
    seal: () => (keys.isEmpty ? null : sealSecrets(account, keys)),
  }
}
