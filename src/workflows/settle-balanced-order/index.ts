import {
  createWorkflow,
  type WorkflowData,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import {
  type SettleBalancedOrderInput,
  settleBalancedOrderStep,
} from "./settle-balanced-order-step"

/**
 * Settles the payments whose exception says that their order has a rest due or
 * has taken too much, after money of that order moved.
 */
export const settleBalancedOrderWorkflow = createWorkflow(
  "settle-balanced-stablecoin-order",
  (input: WorkflowData<SettleBalancedOrderInput>) => {
    settleBalancedOrderStep(input)
    return new WorkflowResponse(void 0)
  }
)
