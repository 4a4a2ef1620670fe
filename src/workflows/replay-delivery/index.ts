import {
  createWorkflow,
  type WorkflowData,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import type { ProcessDeliveryInput } from "../process-delivery/apply-delivery-step"
import { driveDeliveryStep } from "./drive-delivery-step"
import { reopenDeliveryStep } from "./reopen-delivery-step"

/** Drives a delivery again, whatever came of it: facts may be repeated. */
export const replayDeliveryWorkflow = createWorkflow(
  "replay-stablecoin-delivery",
  (input: WorkflowData<ProcessDeliveryInput>) => {
    reopenDeliveryStep(input)
    driveDeliveryStep(input)
    return new WorkflowResponse(void 0)
  }
)
