import { STABLECOIN_MODULE } from "../modules/stablecoin"
import { oneStepWorkflow } from "./one-step-workflow"

/**
 * Fetches the prices of other currencies from the sources that are due. Not
 * compensated: a price is a fact.
 */
export const refreshPricesWorkflow = oneStepWorkflow(
  "refresh-stablecoin-prices",
  async (container) => {
    await container.resolve(STABLECOIN_MODULE).prices.refresh()
  }
)
