import { isDeepStrictEqual } from "node:util"
import type { Logger } from "@medusajs/framework/types"
import type { Rail } from "../../../ledger"
import type { Repository } from "../repository"
import type { SettingRow } from "../repository/settings"
import type { Config } from "./config"
import { mergeSettings } from "./effective-settings"
import { accountOf } from "./mode"
import { modeKey, readStored, type RememberedMode } from "./stored"
import { RAIL_TRAITS } from "../../../ledger"

export type RememberedModesParts = {
  repository: Pick<Repository, "readSettings" | "saveSettings">
  config: Config
  logger: Pick<Logger, "warn">
}

/** The modes that the gateway named, so that they are shown without another request. */
export class RememberedModes {
  readonly #writing = new Map<Rail, Promise<void>>()

  constructor(private readonly parts: RememberedModesParts) {}

  /**
   * Remembers the mode of an account while that is the one in force. A failure
   * is only logged, since nothing else depends on it.
   */
  async remember(rail: Rail, value: RememberedMode): Promise<void> {
    const { repository, config, logger } = this.parts
    const changesMode = (rows: readonly SettingRow[]) => {
      const stored = readStored(rows)
      const { bindings } = mergeSettings(config, stored)
      return (
        accountOf(rail, bindings[rail]) === value.account &&
        !isDeepStrictEqual(stored.modes[rail], value)
      )
    }
    try {
      const { version, rows } = await repository.readSettings()
      if (changesMode(rows)) {
        const put = [{ key: modeKey(rail), value }]
        await repository.saveSettings(version, null, (current) =>
          changesMode(current) ? { put, remove: [], fields: [] } : null
        )
      }
    } catch (error) {
      logger.warn(
        `Stablecoin payments: the mode of the ${rail} rail could not be noted: ${String(error)}`
      )
    }
  }

  /**
   * Remembers the mode that the gateway named for a started payment's account,
   * if it changes. The start does not wait for the write. Of a hosted account
   * only the sandbox is remembered: its client id says the mode.
   *
   * @param known what is remembered, as of the last read
   */
  note(rail: Rail, value: RememberedMode, known: RememberedMode | null): void {
    const isKnown = RAIL_TRAITS[rail].hasModeInClientId
      ? value.sandbox === (known?.account === value.account && known.sandbox)
      : isDeepStrictEqual(known, value)
    if (isKnown || this.#writing.has(rail)) {
      return
    }
    const writing = this.remember(rail, value).finally(() =>
      this.#writing.delete(rail)
    )
    this.#writing.set(rail, writing)
  }

  /** Waits for the modes that are being written. */
  async end(): Promise<void> {
    await Promise.all(this.#writing.values())
  }
}
