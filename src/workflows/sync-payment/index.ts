import {
  createWorkflow,
  type WorkflowData,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import { settleNowStep } from "../settle-payment/settle-now-step"
import type { SettlePaymentInput } from "../settle-payment/settle-payment-step"
import { reconcilePaymentStep } from "./reconcile-payment-step"

/** Brings a payment up to date on a person's word: the gateway is asked where it can be, and Medusa made to match. */
export const syncPaymentWorkflow = createWorkflow(
  "sync-stablecoin-payment",
  (input: WorkflowData<SettlePaymentInput>) => {
    const asked = reconcilePaymentStep(input)
    const settled = settleNowStep(input)
    return new WorkflowResponse({ asked, settled })
  }
)
