import { isDeepStrictEqual } from "node:util"
import type { Logger } from "@medusajs/framework/types"
import type { Repository } from "../repository"
import type { StoredRows } from "../repository/settings/settings"
import type { Config } from "./config"
import { type EffectiveSettings, mergeSettings } from "./effective-settings"
import { problemsOf } from "./problems"
import { type Settings, settingsOf } from "./settings"
import { readStored } from "./stored"

/**
 * Maximum age of the settings that verify webhooks, and minimum time between
 * two reads that unverified webhooks cause.
 */
const RECENT_MS = 1_000

export type SettingsReaderParts = {
  repository: { settings: Pick<Repository["settings"], "read"> }
  config: Config
  storeCors: string
  logger: Pick<Logger, "warn">
  /** The clock in milliseconds. */
  now?: () => number
}

/** The settings and when they were read. */
type Copy = { settings: Settings; rows: StoredRows; readAt: number }

/** Reads the effective settings, and shares the last read. */
export class SettingsReader {
  readonly #now: () => number
  #copy?: Copy
  #reading?: Promise<Copy>
  #renewedAt = -Infinity
  readonly #warned = new Set<string>()

  constructor(private readonly parts: SettingsReaderParts) {
    this.#now = parts.now ?? (() => performance.now())
  }

  /** The settings of the last read. */
  get last(): Settings | null {
    return this.#copy?.settings ?? null
  }

  /** Drops the last read, which a change has outdated. */
  forget(): void {
    this.#copy = undefined
  }

  /** @throws when the database can't be read */
  async read(): Promise<Copy> {
    const readAt = this.#now()
    const { rows } = await this.parts.repository.settings.read()
    return this.#copied(rows, readAt)
  }

  /** Resolves rows that were read by another query. */
  of(rows: StoredRows, readAt: number): Settings {
    return this.#copied(rows, readAt).settings
  }

  /** At most a second old. Concurrent callers share one read. */
  async recent(): Promise<Copy> {
    const copy = this.#copy
    if (copy && this.#now() - copy.readAt < RECENT_MS) {
      return copy
    }
    return await (this.#reading ??= this.read().finally(() => {
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
      return (await this.read()).settings
    } catch (error) {
      this.#renewedAt = -Infinity
      throw error
    }
  }

  #copied(rows: StoredRows, readAt: number): Copy {
    const copy = { settings: this.#settingsOf(rows), rows, readAt }
    if (!this.#copy || this.#copy.readAt <= readAt) {
      this.#copy = copy
    }
    return copy
  }

  /**
   * Reuses the settings of unchanged rows: decrypting and validating takes
   * longer than reading.
   */
  #settingsOf(rows: StoredRows): Settings {
    const before = this.#copy
    if (before && isDeepStrictEqual(before.rows, rows)) {
      return before.settings
    }
    const effective = mergeSettings(this.parts.config, readStored(rows))
    this.#warn(effective)
    return settingsOf(effective, this.parts.storeCors, rows)
  }

  /** Logs once per secret why it can't be used. */
  #warn(effective: EffectiveSettings): void {
    for (const problem of problemsOf(effective)) {
      if (!this.#warned.has(problem)) {
        this.#warned.add(problem)
        this.parts.logger.warn(`Stablecoin payments: ${problem}`)
      }
    }
  }
}
