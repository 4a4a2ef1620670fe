import {
  createWorkflow,
  type WorkflowData,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import { type SettleOrderInput, settleOrderStep } from "./settle-order-step"

/** Makes Medusa match the ledger for all payments of an order. */
export const settleOrderWorkflow = createWorkflow(
  "settle-stablecoin-order",
  (input: WorkflowData<SettleOrderInput>) => {
    settleOrderStep(input)
    return new WorkflowResponse(void 0)
  }
)
