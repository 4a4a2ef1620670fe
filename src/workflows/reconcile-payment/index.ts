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

/** Looks at one payment: asks the gateway where it can be asked, then settles. */
export const reconcilePaymentWorkflow = createWorkflow(
  "reconcile-stablecoin-payment",
  (input: WorkflowData<SettlePaymentInput>) => {
    readPaymentStep(input)
    settlePaymentStep(input)
    return new WorkflowResponse(void 0)
  }
)
