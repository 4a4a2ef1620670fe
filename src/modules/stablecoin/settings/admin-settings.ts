import type { Logger } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { AdminSettingsChange } from "../../../http-types"
import type { Rail } from "../../../ledger"
import type { Cradle } from "../cradle"
import { resolveSettings, type Settings } from "./settings"
import type { Repository } from "../repository"
import type { SettingRow } from "../repository/settings/settings"
import { Config } from "./config"
import { type Confirmation, confirmChange } from "./confirm"
import { type DescribedSettings, describeSettings } from "./describe"
import type { FieldError } from "./draft"
import { type EffectiveSettings, mergeSettings } from "./effective-settings"
import { accountMode } from "./mode"
import { planChange } from "./plan-change"
import { problemsOf } from "./problems"
import { reencrypted } from "./reencrypt"
import { RememberedModes } from "./remembered-modes"
import {
  isSameBesidesModes,
  readMode,
  readStored,
  type RememberedMode,
} from "./stored"
import { revokeSecrets } from "./revoke-secrets"

/**
 * Maximum age of the settings that verify webhooks, and minimum time between
 * two reads that unverified webhooks cause.
 */
const RECENT_MS = 1_000

export type AdminSettingsParts = {
  repository: {
    settings: Pick<Repository["settings"], "read" | "save" | "reencrypt">
  }
  /** The plugin's options, as Medusa passes them. */
  options: unknown
  storeCors: string
  logger: Pick<Logger, "warn">
  /** The clock in milliseconds. */
  now?: () => number
}

/** Result of a change. A rejected one saves nothing. */
export type SavedSettings =
  | { saved: true }
  | { saved: false; refused: "invalid"; errors: FieldError[] }
  | { saved: false; refused: "changed" }
  | ({ saved: false; refused: "warned" } & Omit<
      Extract<Confirmation, { ok: false }>,
      "ok"
    >)

/** The settings and when they were read. */
type Copy = { settings: Settings; rows: SettingRow[]; readAt: number }

/**
 * Effective settings: the config, over the admin's settings, over the defaults.
 * They are read from the database, so that a change takes effect in every
 * process without a restart.
 */
export class AdminSettings {
  readonly modes: RememberedModes
  readonly #config: Config
  readonly #now: () => number
  #copy?: Copy
  #reading?: Promise<Copy>
  #renewedAt = -Infinity
  readonly #warned = new Set<string>()

  static in(
    cradle: Cradle,
    repository: AdminSettingsParts["repository"],
    options: unknown
  ): AdminSettings {
    const config = cradle[ContainerRegistrationKeys.CONFIG_MODULE]
    const storeCors = config?.projectConfig?.http?.storeCors ?? ""
    const logger = cradle[ContainerRegistrationKeys.LOGGER]
    return new AdminSettings({ repository, options, storeCors, logger })
  }

  constructor(private readonly parts: AdminSettingsParts) {
    const { repository, options, logger } = parts
    this.#config = new Config(options)
    this.modes = new RememberedModes({
      repository,
      config: this.#config,
      logger,
    })
    this.#now = parts.now ?? (() => performance.now())
  }

  /**
   * Reads the current settings, without a fallback to other credentials.
   *
   * @throws when the database can't be read
   */
  async effective(): Promise<Settings> {
    return (await this.#read()).settings
  }

  /** Resolves rows that were read by another query. */
  of(rows: SettingRow[], readAt: number): Settings {
    return this.#copied(rows, readAt).settings
  }

  /** Settings that are at most a second old, for frequent callers. */
  async recent(): Promise<Settings> {
    return (await this.#recent()).settings
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

  /**
   * A rail's account and its mode, at most a second old. Also while other
   * settings are missing to start payments.
   *
   * @returns null when the rail has no account
   */
  async currentMode(rail: Rail): Promise<RememberedMode | null> {
    const { settings, rows } = await this.#recent()
    const { baseUrl, clientId } = settings.credentials[rail]
    return baseUrl && clientId
      ? accountMode(
          rail,
          { base_url: baseUrl, client_id: clientId },
          readMode(rows, rail)
        )
      : null
  }

  /**
   * Stores the mode that the gateway reported for a started payment, if it
   * changed.
   */
  noteMode(rail: Rail, value: RememberedMode): void {
    this.modes.note(rail, value, readMode(this.#copy?.rows ?? [], rail))
  }

  /** The settings as an admin may see them. */
  async describe(): Promise<DescribedSettings> {
    const { repository, storeCors } = this.parts
    return describeSettings(
      this.#config,
      await repository.settings.read(),
      storeCors
    )
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
    const confirmed = await confirmChange(
      plan,
      readStored(rows),
      change.confirm
    )
    if (!confirmed.ok) {
      const { code, rail, test } = confirmed
      return { saved: false, refused: "warned", code, rail, test }
    }
    const isSaved = await repository.settings.save(version, by, (current) => {
      // Planned again: secrets may have been re-encrypted meanwhile.
      const again = planChange(change, this.#config, current, new Date())
      return again.ok && again.write.fields.length
        ? {
            ...again.write,
            put: [...again.write.put, ...confirmed.modes],
            fields: [
              ...again.write.fields,
              ...confirmed.overridden.map((code) => `confirmed:${code}`),
            ],
            reseal: revokeSecrets(again, this.#config.keys),
          }
        : null
    })
    this.#copy = undefined
    return isSaved ? { saved: true } : { saved: false, refused: "changed" }
  }

  /** Re-encrypts secrets of older keys with the first key. */
  async refresh(): Promise<void> {
    const { rows } = await this.#recent()
    for (const { row, value } of reencrypted(rows, this.#config.keys)) {
      // A row that changed since the read is left as it is.
      await this.parts.repository.settings.reencrypt(row, value)
    }
  }

  /** Concurrent callers share one read. */
  async #recent(): Promise<Copy> {
    const copy = this.#copy
    if (copy && this.#now() - copy.readAt < RECENT_MS) {
      return copy
    }
    return await (this.#reading ??= this.#read().finally(() => {
      this.#reading = undefined
    }))
  }

  async #read(): Promise<Copy> {
    const readAt = this.#now()
    const { rows } = await this.parts.repository.settings.read()
    return this.#copied(rows, readAt)
  }

  #copied(rows: SettingRow[], readAt: number): Copy {
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
  #settingsOf(rows: SettingRow[]): Settings {
    const before = this.#copy
    if (before && isSameBesidesModes(before.rows, rows)) {
      return before.settings
    }
    const effective = mergeSettings(this.#config, readStored(rows))
    this.#warn(effective)
    return resolveSettings(
      effective.options,
      this.parts.storeCors,
      effective.provenance
    )
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
