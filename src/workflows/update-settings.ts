import type { AdminSettingsChange } from "../http-types"
import { STABLECOIN_MODULE } from "../modules/stablecoin"
import { oneStepWorkflow } from "./one-step-workflow"

type SettingsChange = {
  change: AdminSettingsChange & { version?: string }
  /** The user, as Medusa names its actors. */
  by: string
}

/**
 * Saves a user's change of the settings. A rejection is a regular result:
 * nothing was saved then. Not compensated: it is the last step, and other
 * processes rely on what was saved.
 */
export const updateSettingsWorkflow = oneStepWorkflow(
  "update-stablecoin-settings",
  async (container, { change, by }: SettingsChange) => {
    const { settings, repository } = container.resolve(STABLECOIN_MODULE)
    const outcome = await settings.save(change, by)
    if (outcome.saved) {
      await repository.webhookEvents.retryUnverified().catch(() => undefined)
    }
    return outcome
  }
)
