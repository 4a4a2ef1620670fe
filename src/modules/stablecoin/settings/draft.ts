import type { AdminFieldError } from "../../../http-types"
import type { AccountRow } from "../repository/accounts/accounts"
import type { SettingsWrite, StoredRows } from "../repository/settings/settings"

/** A change of the settings while it is being validated. */
export class Draft {
  readonly errors: AdminFieldError[] = []
  readonly #put = new Map<string, unknown>()
  readonly #remove = new Set<string>()
  readonly #accounts = new Map<string, AccountRow>()
  readonly #fields = new Set<string>()

  constructor(private readonly rows: StoredRows) {}

  refuse(path: string, message: string): void {
    this.errors.push({ path, message })
  }

  /** Refuses values with the errors of their schema. */
  refuseAll(errors: readonly AdminFieldError[]): void {
    this.errors.push(...errors)
  }

  set(key: string, value: unknown): void {
    this.#put.set(key, value)
    this.#fields.add(key)
  }

  remove(key: string): void {
    if (this.rows.settings.some((row) => row.key === key)) {
      this.#remove.add(key)
      this.#fields.add(key)
    }
  }

  /** @param fields names of the settings that change with it */
  putAccount(row: AccountRow, fields: readonly string[]): void {
    this.#accounts.set(row.key, row)
    for (const field of fields) {
      this.#fields.add(field)
    }
  }

  changes(key: string): boolean {
    return this.#fields.has(key)
  }

  /** The rows as they would be after the change. */
  get after(): StoredRows {
    const settings = this.rows.settings.filter(
      ({ key }) => !this.#put.has(key) && !this.#remove.has(key)
    )
    const accounts = this.rows.accounts.filter(
      ({ key }) => !this.#accounts.has(key)
    )
    const { put, accounts: changed } = this.write
    return {
      settings: [...settings, ...put],
      accounts: [...accounts, ...changed],
    }
  }

  get write(): SettingsWrite {
    return {
      put: [...this.#put].map(([key, value]) => ({ key, value })),
      remove: [...this.#remove],
      accounts: [...this.#accounts.values()],
      fields: [...this.#fields],
    }
  }
}
