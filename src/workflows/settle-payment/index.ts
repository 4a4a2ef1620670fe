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
 * The one way into Medusa's payments. Run it as often as you like: it does
 * what is missing, and nothing when nothing is.
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
