import { isDeepStrictEqual } from "node:util"
import type { Rail } from "../../../ledger"
import type { AccountRow } from "../repository/accounts/accounts"
import type { KeyRing } from "../settings/encryption"
import type { Account } from "./account"
import { enteredRow } from "./effective-accounts"
import { openAccount, sealSecrets } from "./sealed-account"

/** The accounts of a rail while a change of them is planned. */
export class RailAccounts {
  /** Key of the account that was entered before the change. */
  readonly before: string | null
  /** Key of the account that is entered after the change. */
  entered: string | null
  readonly #rows: readonly AccountRow[]
  readonly #stored: ReadonlyMap<string, Account>
  readonly #after: Map<string, Account>

  constructor(
    rail: Rail,
    rows: readonly AccountRow[],
    private readonly keys: KeyRing
  ) {
    this.#rows = rows.filter((row) => row.rail === rail)
    const opened = this.#rows.flatMap((row) => {
      const stored = openAccount(row, keys)
      return stored?.ok ? [[row.key, stored.account] as const] : []
    })
    this.before = enteredRow(rows, rail)?.key ?? null
    this.entered = this.before
    this.#stored = new Map(opened)
    this.#after = new Map(opened)
  }

  get(key: string | null): Account | null {
    return this.#after.get(key ?? "") ?? null
  }

  put(account: Account): void {
    if (!isDeepStrictEqual(account, this.get(account.account))) {
      this.#after.set(account.account, account)
    }
  }

  /** All accounts that can be read. */
  get all(): Account[] {
    return [...this.#after.values()]
  }

  /** The rows after the change. Unchanged secrets keep their ciphertext. */
  rowsAt(now: Date): AccountRow[] {
    const at = now.toISOString()
    const added = this.all
      .filter(({ account }) => !this.#rows.some(({ key }) => key === account))
      .map((account) => newRow(account, at))
    return [...this.#rows, ...added].map((row) => {
      const account = this.get(row.key)
      const secrets =
        account && account !== this.#stored.get(row.key)
          ? sealSecrets(account, this.keys)
          : row.secrets
      const was = row.key === this.before
      const is = row.key === this.entered
      return {
        ...row,
        secrets,
        ...(is && !was && { entered_at: at, replaced_at: null }),
        ...(was && !is && { replaced_at: at }),
      }
    })
  }
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
