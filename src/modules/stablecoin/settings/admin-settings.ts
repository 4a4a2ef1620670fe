import { isDeepStrictEqual } from "node:util"
import type { AdminFieldError, AdminSettingsChange } from "../../../http-types"
import type { Repository } from "../repository"
import { areSealed, sealSecrets } from "../accounts/sealed-account"
import type { StoredRows } from "../repository/settings/settings"
import { Config } from "./config"
import {
  confirmedWrite,
  testChanged,
  type Warning,
  warningsOf,
} from "./confirm"
import { type DescribedSettings, describeSettings } from "./describe"
import { planChange } from "./plan-change"
import { type Settings, settingsOf } from "./settings"

/**
 * Maximum age of the settings that verify webhooks, and minimum time between
 * two reads that unverified webhooks cause.
 */
const RECENT_MS = 1_000

export type AdminSettingsParts = {
  repository: {
    settings: Pick<Repository["settings"], "read" | "save">
    accounts: Pick<Repository["accounts"], "reseal">
  }
  /** The plugin's options, as Medusa passes them. */
  options: unknown
  storeCors: string
  /** The clock in milliseconds. */
  now?: () => number
}

/** Result of a change. A rejected one saves nothing. */
export type SavedSettings =
  | { saved: true }
  | { saved: false; refused: "changed" }
  | { saved: false; refused: "invalid"; errors: AdminFieldError[] }
  | ({ saved: false; refused: "warned" } & Warning)

/**
 * Effective settings: the config, over the admin's settings, over the defaults.
 * They are read from the database, so that a change takes effect in every
 * process without a restart.
 */
export class AdminSettings {
  readonly #config: Config
  readonly #now: () => number
  /** The settings that were read last. */
  #copy?: { settings: Settings; readAt: number }
  #reading?: Promise<Settings>
  #renewedAt = -Infinity

  constructor(private readonly parts: AdminSettingsParts) {
    this.#config = new Config(parts.options)
    this.#now = parts.now ?? (() => performance.now())
  }

  /**
   * Reads the current settings, without a fallback to other credentials.
   *
   * @throws when the database can't be read
   */
  async effective(): Promise<Settings> {
    const readAt = this.#now()
    const { rows } = await this.parts.repository.settings.read()
    return this.of(rows, readAt)
  }

  /** The settings of the last read, or null before the first one. */
  get last(): Settings | null {
    return this.#copy?.settings ?? null
  }

  /** Resolves rows that were read by another query. */
  of(rows: StoredRows, readAt: number): Settings {
    const settings = this.#settingsOf(rows)
    if (!this.#copy || this.#copy.readAt <= readAt) {
      this.#copy = { settings, readAt }
    }
    return settings
  }

  /**
   * Settings that are at most a second old, for frequent callers. Concurrent
   * ones share one read.
   */
  async recent(): Promise<Settings> {
    const copy = this.#copy
    if (copy && this.#now() - copy.readAt < RECENT_MS) {
      return copy.settings
    }
    return await (this.#reading ??= this.effective().finally(() => {
      this.#reading = undefined
    }))
  }

  /**
   * Reads the settings again after a failed verification, since they may have
   * just changed.
   *
   * @returns null when the last such read is less than a second old
   */
  async renewed(): Promise<Settings | null> {
    if (this.#now() - this.#renewedAt < RECENT_MS) {
      return null
    }
    this.#renewedAt = this.#now()
    try {
      return await this.effective()
    } catch (error) {
      this.#renewedAt = -Infinity
      throw error
    }
  }

  /** The settings as an admin may see them. */
  async describe(): Promise<DescribedSettings & { version: string }> {
    const { version, rows } = await this.parts.repository.settings.read()
    return { ...describeSettings(this.#settingsOf(rows)), version }
  }

  /**
   * Saves an admin's change if it is valid and nothing changed concurrently.
   * The gateway must confirm the credentials, or the admin must confirm the
   * warning. The gateway is called before the transaction.
   *
   * @param change with the version that it is based on, which the store's own
   * code may omit
   * @param by the admin's actor id in Medusa
   */
  async save(
    change: AdminSettingsChange & { version?: string },
    by: string
  ): Promise<SavedSettings> {
    const { repository } = this.parts
    const { version, rows } = await repository.settings.read()
    if (change.version !== undefined && change.version !== version) {
      return { saved: false, refused: "changed" }
    }
    const plan = planChange(change, this.#config, rows, new Date())
    if (!plan.ok) {
      return { saved: false, refused: "invalid", errors: plan.errors }
    }
    const tested = await testChanged(plan)
    const warnings = warningsOf(plan, tested)
    const unconfirmed = warnings.find(
      ({ code }) => !change.confirm?.includes(code)
    )
    if (unconfirmed) {
      return { saved: false, refused: "warned", ...unconfirmed }
    }
    const isSaved = await repository.settings.save(version, by, (current) => {
      // Planned again: secrets may have been re-encrypted meanwhile.
      const again = planChange(change, this.#config, current, new Date())
      return again.ok ? confirmedWrite(again.write, tested, warnings) : null
    })
    this.#copy = undefined
    return isSaved ? { saved: true } : { saved: false, refused: "changed" }
  }

  /**
   * Encrypts the accounts with the first key, and stores the config's current
   * secrets of its account, so that a revoked one does not return when the
   * account becomes a retained one.
   */
  async refresh(): Promise<void> {
    const { rows, keys, accounts, opened } = await this.recent()
    for (const row of rows.accounts) {
      const stored = opened.get(row.key)
      const current = accounts[row.rail]
      const account =
        current?.account === row.key ? current : stored?.ok && stored.account
      if (account && row.secrets && !areSealed(account, row.secrets, keys)) {
        // A row that changed since the read is left as it is.
        const sealed = sealSecrets(account, keys)
        await this.parts.repository.accounts.reseal(row, sealed)
      }
    }
  }

  /**
   * Reuses the settings of unchanged rows: decrypting and validating takes
   * longer than reading.
   */
  #settingsOf(rows: StoredRows): Settings {
    const before = this.#copy?.settings
    if (before && isDeepStrictEqual(before.rows, rows)) {
      return before
    }
    return settingsOf(this.#config, this.parts.storeCors, rows)
  }
}
