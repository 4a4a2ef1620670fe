import type { AdminFieldError } from "../../../http-types"
import type { SettingRow, SettingsWrite } from "../repository/settings/settings"

/** A change of the settings while it is being validated. */
export class Draft {
  readonly errors: AdminFieldError[] = []
  readonly #put = new Map<string, unknown>()
  readonly #remove = new Set<string>()
  readonly #fields = new Set<string>()

  constructor(private readonly rows: readonly SettingRow[]) {}

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
    if (this.rows.some((row) => row.key === key)) {
      this.#remove.add(key)
      this.#fields.add(key)
    }
  }

  changes(key: string): boolean {
    return this.#fields.has(key)
  }

  /** The rows as they would be after the change. */
  get after(): SettingRow[] {
    const untouched = this.rows.filter(
      ({ key }) => !this.#put.has(key) && !this.#remove.has(key)
    )
    return [...untouched, ...this.#rows()]
  }

  get write(): SettingsWrite {
    return {
      put: this.#rows(),
      remove: [...this.#remove],
      fields: [...this.#fields],
    }
  }

  #rows(): SettingRow[] {
    return [...this.#put].map(([key, value]) => ({ key, value }))
  }
}
