import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import {
  createStep,
  createWorkflow,
  StepResponse,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import { STABLECOIN_MODULE } from "../modules/stablecoin"

/** Not compensated: deleted secrets stay deleted. */
const purgeAccountsStep = createStep(
  "purge-stablecoin-accounts",
  async (_: Record<string, never>, { container }) => {
    const stablecoin = container.resolve(STABLECOIN_MODULE)
    const { general } = await stablecoin.settings.effective()
    const forgotten = await stablecoin.accounts.purgeEnded(
      general.ok ? general.value.webhookRetention * 1000 : 0
    )
    if (forgotten.length) {
      container
        .resolve(ContainerRegistrationKeys.LOGGER)
        .info(
          `Stablecoin payments: kept credentials are removed, since their payments have ended: ${forgotten.join(", ")}.`
        )
    }
    return new StepResponse(forgotten)
  }
)

/**
 * Removes the retained credentials of accounts whose payments have all ended
 * long ago.
 */
export const purgeAccountsWorkflow = createWorkflow(
  "purge-stablecoin-accounts",
  () => new WorkflowResponse(purgeAccountsStep({}))
)
