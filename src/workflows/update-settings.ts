import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import {
  createStep,
  createWorkflow,
  StepResponse,
  type WorkflowData,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import type { AdminSettingsChange } from "../http-types"
import { STABLECOIN_MODULE } from "../modules/stablecoin"
import { changedChains } from "../modules/stablecoin/service"
import type { Settings } from "../modules/stablecoin/types"
import { messageOf } from "../shared/message-of"

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
    const before = await settings.effective()
    const outcome = await settings.save(change, by)
    if (outcome.saved) {
      await reconcileHeld(container, before)
      // Removes revoked secrets from the account. The job does it too.
      await accounts.refresh().catch(() => undefined)
      await repository.webhookEvents.retryUnverified().catch(() => undefined)
    }
    return new StepResponse(outcome)
  }
)

/** Payments that a proof held back may be captured now. */
async function reconcileHeld(
  container: MedusaContainer,
  before: Settings
): Promise<void> {
  const { settings, schedules } = container.resolve(STABLECOIN_MODULE)
  try {
    const chains = changedChains(before, await settings.effective())
    if (chains.length) {
      await schedules.reconcileHeld(chains)
    }
  } catch (error) {
    const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
    logger.warn(
      `Stablecoin payments: the settings are saved, but payments that wait for a proof could not be scheduled: ${messageOf(error)} They follow the new settings within an hour. "Check now" on a payment's page applies them at once.`
    )
  }
}

/** Saves a user's change of the settings, or returns why it was not saved. */
export const updateSettingsWorkflow = createWorkflow(
  "update-stablecoin-settings",
  (input: WorkflowData<SettingsChange>) =>
    new WorkflowResponse(saveSettingsStep(input))
)
