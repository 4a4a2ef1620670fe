import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { messageOf } from "../message-of"
import { processDeliveryWorkflow } from "../process-delivery"
import type { ProcessDeliveryInput } from "../process-delivery/apply-delivery-step"

/** Drives a delivery at once. How that ended is in its row, and a payment that could not be settled now is the job's. */
export const driveDeliveryStep = createStep(
  "drive-stablecoin-delivery",
  async (input: ProcessDeliveryInput, { container }) => {
    try {
      await processDeliveryWorkflow(container).run({ input })
    } catch (error) {
      container
        .resolve(ContainerRegistrationKeys.LOGGER)
        .warn(
          `Stablecoin payments: the replay of delivery ${input.delivery_id} failed: ${messageOf(error)}`
        )
    }
    return new StepResponse(void 0)
  }
)
