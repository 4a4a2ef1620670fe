import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import type { AdminSettingsChange } from "../../http-types"
import { STABLECOIN_MODULE } from "../../modules/stablecoin"

export type SettingsChange = {
  change: AdminSettingsChange & { version?: string }
  /** The user, as Medusa names its actors. */
  by: string
}

/**
 * Saves a change of the settings. A rejection is a regular result: nothing was
 * saved then. Not compensated: it is the last step, and other processes rely on
 * what was saved.
 */
export const saveSettingsStep = createStep(
  "save-stablecoin-settings",
  async ({ change, by }: SettingsChange, { container }) => {
    const { settings, accounts, schedules } =
      container.resolve(STABLECOIN_MODULE)
    const outcome = await settings.save(change, by)
    if (outcome.saved) {
      if (change.blockchain) {
        // Payments that a proof held back may be captured now.
        await schedules.reconcilePaid().catch(() => undefined)
      }
      // Removes revoked secrets from the account. The job does it too.
      await accounts.refresh().catch(() => undefined)
    }
    return new StepResponse(outcome)
  }
)
