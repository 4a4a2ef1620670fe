import type { Logger } from "@medusajs/framework/types"
import type { AdminSettingsChange } from "../../../http-types"
import type { Rail } from "../../../ledger"
import type { Repository } from "../repository"
import { fixedBaseUrl } from "../accounts/effective-accounts"
import type { KnownMode } from "../accounts/mode"
import { areSealed, openAccount, sealSecrets } from "../accounts/sealed-account"
import type { StoredRows } from "../repository/settings/settings"
import { Config } from "./config"
import { type DescribedSettings, describeSettings } from "./describe"
import { prepareChange, type RefusedChange } from "./prepare-change"
import type { Settings } from "./settings"
import { SettingsReader } from "./settings-reader"

export type AdminSettingsParts = {
  repository: {
    settings: Pick<Repository["settings"], "read" | "save">
    accounts: Pick<Repository["accounts"], "reseal">
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
  { saved: true } | { saved: false; refused: "changed" } | RefusedChange

/**
 * Effective settings: the config, over the admin's settings, over the defaults.
 * They are read from the database, so that a change takes effect in every
 * process without a restart.
 */
export class AdminSettings {
  readonly #config: Config
  readonly #reader: SettingsReader

  constructor(private readonly parts: AdminSettingsParts) {
    const { repository, options, storeCors, logger, now } = parts
    const config = new Config(options)
    this.#config = config
    this.#reader = new SettingsReader({
      repository,
      config,
      storeCors,
      logger,
      now,
    })
  }

  /**
   * Reads the current settings, without a fallback to other credentials.
   *
   * @throws when the database can't be read
   */
  async effective(): Promise<Settings> {
    return (await this.#reader.read()).settings
  }

  /** The settings of the last read, or null before the first one. */
  get last(): Settings | null {
    return this.#reader.last
  }

  /** Resolves rows that were read by another query. */
  of(rows: StoredRows, readAt: number): Settings {
    return this.#reader.of(rows, readAt)
  }

  /** Settings that are at most a second old, for frequent callers. */
  async recent(): Promise<Settings> {
    return (await this.#reader.recent()).settings
  }

  /**
   * This store's name in the metadata of its payments, which differs from that
   * of other stores of the same gateway account.
   */
  async storeName(): Promise<string | undefined> {
    const { general } = await this.recent()
    return general.ok ? general.value.backendUrl : undefined
  }

  /**
   * Reads the settings again after a failed verification, since they may have
   * just changed.
   *
   * @returns null when the last such read is less than a second old
   */
  async renewed(): Promise<Settings | null> {
    return await this.#reader.renewed()
  }

  /**
   * A rail's account and its mode, at most a second old. Also while other
   * settings are missing to start payments.
   *
   * @returns null when the rail has no account
   */
  async currentMode(rail: Rail): Promise<KnownMode | null> {
    return (await this.recent()).modes[rail]
  }

  /** The base URL that the config sets for an account of the admin, if any. */
  fixedBaseUrl(rail: Rail): string | undefined {
    return fixedBaseUrl(rail, this.#config) ?? undefined
  }

  /** Names of a rail's options in the config with blank space around them. */
  padded(rail: Rail): string[] {
    return this.#config.padded(rail)
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
    const prepared = await prepareChange(change, this.#config, rows)
    if ("refused" in prepared) {
      return prepared
    }
    const isSaved = await repository.settings.save(version, by, prepared.write)
    this.#reader.forget()
    return isSaved ? { saved: true } : { saved: false, refused: "changed" }
  }

  /**
   * Encrypts the accounts with the first key, and stores the config's current
   * secrets of its account, so that a revoked one does not return when the
   * account becomes a retained one.
   */
  async refresh(): Promise<void> {
    const { rows, settings } = await this.#reader.recent()
    const { keys } = this.#config
    for (const row of rows.accounts) {
      const stored = openAccount(row, keys)
      const current = settings.accounts[row.rail]
      const account =
        current?.account === row.key ? current : stored?.ok && stored.account
      if (account && row.secrets && !areSealed(account, row.secrets, keys)) {
        // A row that changed since the read is left as it is.
        const sealed = sealSecrets(account, keys)
        await this.parts.repository.accounts.reseal(row, sealed)
      }
    }
  }
}
