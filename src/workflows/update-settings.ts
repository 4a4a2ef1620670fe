import {
  createStep,
  createWorkflow,
  StepResponse,
  type WorkflowData,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import type { AdminSettingsChange } from "../http-types"
import { STABLECOIN_MODULE } from "../modules/stablecoin"

type SettingsChange = {
  change: AdminSettingsChange & { version?: string }
  /** The user, as Medusa names its actors. */
  by: string
}

/**
 * Saves a change of the settings. A rejection is a regular result: nothing was
 * saved then. Not compensated: it is the last step, and other processes rely on
 * what was saved.
 */
const saveSettingsStep = createStep(
  "save-stablecoin-settings",
  async ({ change, by }: SettingsChange, { container }) => {
    const { settings, accounts, repository } =
      container.resolve(STABLECOIN_MODULE)
    const outcome = await settings.save(change, by)
    if (outcome.saved) {
      // Removes revoked secrets from the account. The job does it too.
      await accounts.refresh().catch(() => undefined)
      await repository.webhookEvents.retryUnverified().catch(() => undefined)
    }
    return new StepResponse(outcome)
  }
)

/** Saves a user's change of the settings, or returns why it was not saved. */
export const updateSettingsWorkflow = createWorkflow(
  "update-stablecoin-settings",
  (input: WorkflowData<SettingsChange>) =>
    new WorkflowResponse(saveSettingsStep(input))
)
