import { isDeepStrictEqual } from "node:util"
import type { Rail } from "../../../ledger"
import type { AccountRow } from "../repository/accounts/accounts"
import type { Draft } from "../settings/draft"
import type { KeyRing } from "../settings/encryption"
import type { Account } from "./account"
import { enteredRow } from "./effective-accounts"
import { openAccount, sealSecrets } from "./sealed-account"

/** The accounts of a rail while a change of them is planned. */
export class PlannedAccounts {
  /** The row of the account that was entered before the change. */
  readonly before: AccountRow | null
  /** Key of the account that is entered after the change. */
  entered: string | null
  readonly #stored: ReadonlyMap<string, Account>
  readonly #after: Map<string, Account>

  constructor(
    private readonly rail: Rail,
    private readonly rows: readonly AccountRow[],
    private readonly keys: KeyRing
  ) {
    const opened = rows.flatMap((row) => {
      const stored = row.rail === rail ? openAccount(row, keys) : null
      return stored?.ok ? [[row.key, stored.account] as const] : []
    })
    this.before = enteredRow(rows, rail)
    this.entered = this.before?.key ?? null
    this.#stored = new Map(opened)
    this.#after = new Map(opened)
  }

  get(key: string | null | undefined): Account | null {
    return this.#after.get(key ?? "") ?? null
  }

  put(account: Account): void {
    this.#after.set(account.account, account)
  }

  /** All accounts that can be read. */
  get all(): Account[] {
    return [...this.#after.values()]
  }

  /** Writes what has changed. */
  write(draft: Draft, now: Date): void {
    const keys = new Set([
      ...this.rows.flatMap(({ rail, key }) => (rail === this.rail ? key : [])),
      ...this.#after.keys(),
    ])
    for (const key of keys) {
      const before = this.rows.find((row) => row.key === key)
      const after = this.#rowOf(key, before, now.toISOString())
      if (after && !isDeepStrictEqual(after, before)) {
        draft.putAccount(after, this.#fields())
      }
    }
  }

  #rowOf(
    key: string,
    before: AccountRow | undefined,
    at: string
  ): AccountRow | null {
    const account = this.get(key)
    const row = before ?? (account && newRow(account, at))
    if (!row) {
      return null
    }
    const isSame = isDeepStrictEqual(account, this.#stored.get(key) ?? null)
    const secrets =
      account && !isSame ? sealSecrets(account, this.keys) : row.secrets
    const wasEntered = key === this.before?.key
    return key === this.entered
      ? {
          ...row,
          secrets,
          entered_at: wasEntered ? row.entered_at : at,
          replaced_at: null,
        }
      : { ...row, secrets, replaced_at: wasEntered ? at : row.replaced_at }
  }

  /** Names of the settings that change. */
  #fields(): string[] {
    const [old, now] = [this.before, this.get(this.entered)]
    const secretOf = (account: Account | null | undefined) =>
      account?.clientSecret
    const stored = this.#stored.get(old?.key ?? "")
    const isOther = old?.key !== this.entered
    const changed = {
      base_url: old?.base_url !== now?.baseUrl && isOther,
      client_id: old?.client_id !== now?.clientId && isOther,
      client_secret: isOther || secretOf(stored) !== secretOf(now),
      webhook_secrets: this.all.some(
        ({ account, webhookSecrets }) =>
          !isDeepStrictEqual(
            webhookSecrets,
            this.#stored.get(account)?.webhookSecrets ?? []
          )
      ),
    }
    return Object.entries(changed).flatMap(([name, isChanged]) =>
      isChanged ? `${this.rail}.${name}` : []
    )
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
