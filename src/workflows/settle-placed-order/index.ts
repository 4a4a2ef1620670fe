import {
  createWorkflow,
  type WorkflowData,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import {
  type SettlePlacedOrderInput,
  settlePlacedOrderStep,
} from "./settle-placed-order-step"

/**
 * Settles the paid payments of a placed order that would otherwise wait for
 * their next attempt. Most are being settled already: that placed the order.
 */
export const settlePlacedOrderWorkflow = createWorkflow(
  "settle-placed-stablecoin-order",
  (input: WorkflowData<SettlePlacedOrderInput>) => {
    settlePlacedOrderStep(input)
    return new WorkflowResponse(void 0)
  }
)
