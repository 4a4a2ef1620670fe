import {
  createWorkflow,
  type WorkflowData,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import type { RefundDestination } from "../../modules/stablecoin/types"
import { setRefundToStep } from "./set-refund-to-step"

/** Records where a refund due is to be sent. */
export const updateRefundWorkflow = createWorkflow(
  "update-stablecoin-refund",
  (input: WorkflowData<RefundDestination>) => {
    setRefundToStep(input)
    return new WorkflowResponse(void 0)
  }
)
