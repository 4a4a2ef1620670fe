import type { Logger } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { AdminSettingsChange } from "../../../http-types"
import type { Rail } from "../../../ledger"
import type { Cradle } from "../cradle"
import { resolveSettings, type Settings } from "./settings"
import type { Repository } from "../repository"
import type { SettingRow } from "../repository/settings"
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

/** How old the settings may be that webhooks are verified with, and how often they are read for strangers' sake. */
const RECENT_MS = 1_000

export type AdminSettingsParts = {
  repository: Pick<
    Repository,
    "readSettings" | "saveSettings" | "reencryptSetting"
  >
  /** The plugin's options, as Medusa hands them over. */
  options: unknown
  storeCors: string
  logger: Pick<Logger, "warn">
  /** The clock in milliseconds. */
  now?: () => number
}

/** What became of a change: nothing of a refused one was saved. */
export type SavedSettings =
  | { saved: true }
  | { saved: false; refused: "invalid"; errors: FieldError[] }
  | { saved: false; refused: "changed" }
  | ({ saved: false; refused: "warned" } & Omit<
      Extract<Confirmation, { ok: false }>,
      "ok"
    >)

/** The settings as they were read at a moment of the clock. */
type Copy = { settings: Settings; rows: SettingRow[]; readAt: number }

/**
 * The settings in force: what the config says, over what came from the admin,
 * over the defaults. They are read from the database, so that a change counts
 * in every process without a restart.
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

  /** As they are at this moment. @throws when the database can't be read: other credentials are no way out */
  async inForce(): Promise<Settings> {
    return (await this.#read()).settings
  }

  /** As rows say that were read with something else. */
  of(rows: SettingRow[], readAt: number): Settings {
    return this.#copied(rows, readAt).settings
  }

  /** As they were at most a second ago: for what comes often. */
  async recent(): Promise<Settings> {
    return (await this.#recent()).settings
  }

  /**
   * Read again for someone whose word does not fit them, which may be because
   * they have just changed.
   *
   * @returns null when that was done less than a second ago
   */
  async renewed(): Promise<Settings | null> {
    if (this.#now() - this.#renewedAt < RECENT_MS) {
      return null
    }
    this.#renewedAt = this.#now()
    try {
      return await this.inForce()
    } catch (error) {
      this.#renewedAt = -Infinity
      throw error
    }
  }

  /**
   * The account whose credentials a rail has and its mode, at most a second old,
   * also while something else is missing to start payments with it.
   *
   * @returns null where there is no such account
   */
  async modeInForce(rail: Rail): Promise<RememberedMode | null> {
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

  /** Remembers the mode that the gateway named for a started payment, if it changes. */
  noteMode(rail: Rail, value: RememberedMode): void {
    this.modes.note(rail, value, readMode(this.#copy?.rows ?? [], rail))
  }

  /** What an admin may see of them. */
  async describe(): Promise<DescribedSettings> {
    const { repository, storeCors } = this.parts
    return describeSettings(
      this.#config,
      await repository.readSettings(),
      storeCors
    )
  }

  /**
   * Saves what a person has changed, if it is right, nobody else has changed
   * anything meanwhile, and the gateway confirms it or the person knows that
   * it does not. The gateway is asked before the transaction.
   *
   * @param change with the version it was made on; code of the store may leave it out
   * @param by the person, as Medusa names its actors
   */
  async save(
    change: AdminSettingsChange & { version?: string },
    by: string
  ): Promise<SavedSettings> {
    const { repository } = this.parts
    const { version, rows } = await repository.readSettings()
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
    const isSaved = await repository.saveSettings(version, by, (current) => {
      // Anew: meanwhile secrets may have been encrypted with another key.
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

  /** Encrypts with the first key what an older one has encrypted. */
  async refresh(): Promise<void> {
    const { rows } = await this.#recent()
    for (const { row, value } of reencrypted(rows, this.#config.keys)) {
      // What has changed since it was read stays as it is.
      await this.parts.repository.reencryptSetting(row, value)
    }
  }

  /** Whoever comes while it is being read gets the same. */
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
    const { rows } = await this.parts.repository.readSettings()
    return this.#copied(rows, readAt)
  }

  #copied(rows: SettingRow[], readAt: number): Copy {
    const copy = { settings: this.#settingsOf(rows), rows, readAt }
    if (!this.#copy || this.#copy.readAt <= readAt) {
      this.#copy = copy
    }
    return copy
  }

  /** The same rows make the same settings: to decrypt and to check them takes longer than to read them. */
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

  /** Says once of each secret why it can't be used. */
  #warn(effective: EffectiveSettings): void {
    for (const problem of problemsOf(effective)) {
      if (!this.#warned.has(problem)) {
        this.#warned.add(problem)
        this.parts.logger.warn(`Stablecoin payments: ${problem}`)
      }
    }
  }
}
