import type { MedusaContainer } from "@medusajs/framework/types"
import { refreshPricesWorkflow } from "../workflows/refresh-prices"

/** Fetches due prices, so that no buyer waits for them. */
export default async function refreshPrices(
  container: MedusaContainer
): Promise<void> {
  await refreshPricesWorkflow(container).run({ input: {} })
}

export const config = {
  name: "refresh-stablecoin-prices",
  schedule: "* * * * *",
}
