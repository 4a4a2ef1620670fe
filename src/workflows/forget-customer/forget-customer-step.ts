import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { STABLECOIN_MODULE } from "../../modules/stablecoin"
import type { CustomerInput } from "../export-customer-data/export-customer-data-step"

/** Not compensated: erased data stays erased. */
export const forgetCustomerStep = createStep(
  "forget-stablecoin-customer",
  async ({ customer_id }: CustomerInput, { container }) => {
    const { customers } = container.resolve(STABLECOIN_MODULE)
    return new StepResponse(await customers.forget(customer_id))
  }
)
