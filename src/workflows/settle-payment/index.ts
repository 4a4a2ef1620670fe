import {
  createWorkflow,
  type WorkflowData,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import {
  type SettlePaymentInput,
  settlePaymentStep,
} from "./settle-payment-step"

/**
 * The only path into Medusa's payments. It can be run any number of times: it
 * performs only the steps that are missing.
 *
 * @example
 * await settlePaymentWorkflow(container).run({ input: { payment_id: "stpay_…" } })
 */
export const settlePaymentWorkflow = createWorkflow(
  "settle-stablecoin-payment",
  (input: WorkflowData<SettlePaymentInput>) => {
    settlePaymentStep(input)
    return new WorkflowResponse(void 0)
  }
)
