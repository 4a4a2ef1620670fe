import {
  createWorkflow,
  type WorkflowData,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import { settleNowStep } from "../settle-payment/settle-now-step"
import type { SettlePaymentInput } from "../settle-payment/settle-payment-step"
import { reconcilePaymentStep } from "./reconcile-payment-step"

/**
 * Syncs a payment at an admin's request: reads it from the gateway where it can
 * be read, and makes Medusa match.
 */
export const syncPaymentWorkflow = createWorkflow(
  "sync-stablecoin-payment",
  (input: WorkflowData<SettlePaymentInput>) => {
    const readable = reconcilePaymentStep(input)
    const settled = settleNowStep(input)
    return new WorkflowResponse({ readable, settled })
  }
)
