import {
  createWorkflow,
  type WorkflowData,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import type { SentRefund } from "../../modules/stablecoin/types"
import { markRefundSentStep } from "./mark-refund-sent-step"

/** Closes a refund due, and its exception, with the proof that it was sent. */
export const markRefundSentWorkflow = createWorkflow(
  "mark-stablecoin-refund-sent",
  (input: WorkflowData<SentRefund>) => {
    markRefundSentStep(input)
    return new WorkflowResponse(void 0)
  }
)
