import {
  createWorkflow,
  type WorkflowData,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import {
  type SettlePaymentInput,
  settlePaymentStep,
} from "../settle-payment/settle-payment-step"
import { readPaymentStep } from "./read-payment-step"

/**
 * Reconciles one payment: reads it from the gateway where it can be read, then
 * settles it.
 */
export const reconcilePaymentWorkflow = createWorkflow(
  "reconcile-stablecoin-payment",
  (input: WorkflowData<SettlePaymentInput>) => {
    readPaymentStep(input)
    settlePaymentStep(input)
    return new WorkflowResponse(void 0)
  }
)
