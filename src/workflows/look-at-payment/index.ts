import {
  createWorkflow,
  type WorkflowData,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import {
  type SettlePaymentInput,
  settlePaymentStep,
} from "../settle-payment/settle-payment-step"
import { askGatewayStep } from "./ask-gateway-step"

/** Looks at one payment: asks the gateway where it can be asked, then settles. */
export const lookAtPaymentWorkflow = createWorkflow(
  "look-at-stablecoin-payment",
  (input: WorkflowData<SettlePaymentInput>) => {
    askGatewayStep(input)
    settlePaymentStep(input)
    return new WorkflowResponse(void 0)
  }
)
