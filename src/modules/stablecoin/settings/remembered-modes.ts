import { isDeepStrictEqual } from "node:util"
import type { Logger } from "@medusajs/framework/types"
import type { Rail } from "../../../ledger"
import type { Repository } from "../repository"
import type { SettingRow } from "../repository/settings/settings"
import { messageOf } from "../../../shared/message-of"
import type { Config } from "./config"
import { mergeSettings } from "./effective-settings"
import { accountOf } from "./mode"
import { modeKey, readStored, type RememberedMode } from "./stored"
import { RAIL_TRAITS } from "../../../ledger"

export type RememberedModesParts = {
  repository: { settings: Pick<Repository["settings"], "read" | "save"> }
  config: Config
  logger: Pick<Logger, "warn">
}

/**
 * Stores the modes that the gateway reported, so that showing them takes no
 * request.
 */
export class RememberedModes {
  readonly #writing = new Map<Rail, Promise<void>>()

  constructor(private readonly parts: RememberedModesParts) {}

  /**
   * Stores the mode of the current account. A failure is only logged, since
   * nothing else depends on it.
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
      const { version, rows } = await repository.settings.read()
      if (changesMode(rows)) {
        const put = [{ key: modeKey(rail), value }]
        await repository.settings.save(version, null, (current) =>
          changesMode(current) ? { put, remove: [], fields: [] } : null
        )
      }
    } catch (error) {
      logger.warn(
        `Stablecoin payments: the mode of the ${rail} rail could not be noted: ${messageOf(error)}`
      )
    }
  }

  /**
   * Stores the mode that the gateway reported for a started payment's account,
   * if it changed. The start does not wait for the write. For hosted accounts
   * only the sandbox flag is stored, since the client id contains the mode.
   *
   * @param known the stored mode, as of the last read
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
