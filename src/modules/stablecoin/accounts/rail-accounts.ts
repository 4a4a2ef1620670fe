import { isDeepStrictEqual } from "node:util"
import type { AccountRow } from "../repository/accounts/accounts"
import type { KeyRing } from "../settings/encryption"
import type { Account } from "./account"
import { openAccount, sealSecrets } from "./sealed-account"

/** The stored accounts that can be read, by their keys. */
export function readableAccounts(
  rows: readonly AccountRow[],
  keys: KeyRing
): Map<string, Account> {
  return new Map(
    rows.flatMap((row) => {
      const stored = openAccount(row, keys)
      return stored?.ok ? [[row.key, stored.account] as const] : []
    })
  )
}

/** A change of the accounts of a rail. */
export type AccountsChange = {
  accounts: ReadonlyMap<string, Account>
  /** Keys of the account that was entered before, and of the one after. */
  entered: { before: string | null; after: string | null }
  now: Date
}

/** The rows after the change. Unchanged secrets keep their ciphertext. */
export function rowsAfter(
  rows: readonly AccountRow[],
  { accounts, entered, now }: AccountsChange,
  keys: KeyRing
): AccountRow[] {
  const at = now.toISOString()
  const stored = readableAccounts(rows, keys)
  const added = [...accounts.values()]
    .filter(({ account }) => !rows.some(({ key }) => key === account))
    .map((account) => newRow(account, at))
  return [...rows, ...added].map((row) => {
    const account = accounts.get(row.key)
    const secrets =
      account && !isDeepStrictEqual(account, stored.get(row.key))
        ? sealSecrets(account, keys)
        : row.secrets
    const was = row.key === entered.before
    const is = row.key === entered.after
    return {
      ...row,
      secrets,
      ...(is && !was && { entered_at: at, replaced_at: null }),
      ...(was && !is && { replaced_at: at }),
    }
  })
}

function newRow(account: Account, at: string): AccountRow {
  return {
    key: account.account,
    rail: account.rail,
    base_url: account.baseUrl,
    client_id: account.clientId,
    mode: null,
    sandbox: false,
    secrets: null,
    entered_at: null,
    replaced_at: null,
    updated_at: at,
  }
}
