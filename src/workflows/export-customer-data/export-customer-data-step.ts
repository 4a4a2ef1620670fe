import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { STABLECOIN_MODULE } from "../../modules/stablecoin"

export type CustomerInput = { customer_id: string }

/** Read-only, so there is nothing to compensate. */
export const exportCustomerDataStep = createStep(
  "export-stablecoin-customer-data",
  async ({ customer_id }: CustomerInput, { container }) => {
    const { customers } = container.resolve(STABLECOIN_MODULE)
    return new StepResponse(await customers.export(customer_id))
  }
)
