import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { STABLECOIN_MODULE } from "../../modules/stablecoin"

/** Not compensated: deleted secrets stay deleted. */
export const purgeAccountsStep = createStep(
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
