import type { Payment } from "../../../ledger"
import type { AccountToKeep } from "../repository/payments/open-payment"
import type { Settings } from "../settings/settings"
import { areSealed, sealSecrets } from "./sealed-account"

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
  const account = settings.accounts[rail]
  if (account?.account !== key) {
    return null
  }
  const { keys, rows } = settings
  const stored = rows.accounts.find((row) => row.key === key)
  const isUpToDate =
    keys.isEmpty ||
    Boolean(stored?.secrets && areSealed(account, stored.secrets, keys))
  return {
    key,
    rail,
    base_url: account.baseUrl,
    client_id: account.clientId,
    stored: stored ? { secrets: stored.secrets, isUpToDate } : null,
    seal: () => (keys.isEmpty ? null : sealSecrets(account, keys)),
  }
}
