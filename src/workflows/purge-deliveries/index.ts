import {
  createWorkflow,
  type WorkflowData,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import { purgeDeliveriesStep } from "./purge-deliveries-step"

/** Deletes the webhooks that outlived `deliveryRetention`, and says how many. */
export const purgeDeliveriesWorkflow = createWorkflow(
  "purge-stablecoin-deliveries",
  (input: WorkflowData<Record<string, never>>) => {
    return new WorkflowResponse(purgeDeliveriesStep(input))
  }
)
