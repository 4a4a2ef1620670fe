import {
  createWorkflow,
  type WorkflowData,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import { settleNowStep } from "../settle-payment/settle-now-step"
import type { SettlePaymentInput } from "../settle-payment/settle-payment-step"
import { cancelPaymentStep } from "./cancel-payment-step"
import { confirmCancellationStep } from "./confirm-cancellation-step"

/**
 * Cancels an open payment at an admin's request, and makes Medusa match the
 * result.
 */
export const cancelPaymentWorkflow = createWorkflow(
  "cancel-stablecoin-payment",
  (input: WorkflowData<SettlePaymentInput>) => {
    cancelPaymentStep(input)
    const settled = settleNowStep(input)
    const may_still_be_paid = confirmCancellationStep(input)
    return new WorkflowResponse({ settled, may_still_be_paid })
  }
)
