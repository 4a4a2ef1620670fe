import {
  createWorkflow,
  type WorkflowData,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import { type SettleOrderInput, settleOrderStep } from "./settle-order-step"

/**
 * Has all payments of an order settled: stores their schedule, then enqueues
 * them.
 */
export const settleOrderWorkflow = createWorkflow(
  "settle-stablecoin-order",
  (input: WorkflowData<SettleOrderInput>) => {
    settleOrderStep(input)
    return new WorkflowResponse(void 0)
  }
)
