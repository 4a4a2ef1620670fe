import {
  createWorkflow,
  when,
  type WorkflowData,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import { settlePaymentStep } from "../settle-payment/settle-payment-step"
import {
  applyWebhookEventStep,
  type ProcessWebhookEventInput,
} from "./apply-webhook-event-step"

/**
 * Facts in, settle out: applies a stored webhook to the ledger, then makes
 * Medusa match it.
 */
export const processWebhookEventWorkflow = createWorkflow(
  "process-stablecoin-webhook-event",
  (input: WorkflowData<ProcessWebhookEventInput>) => {
    const paymentId = applyWebhookEventStep(input)
    when({ paymentId }, (known) => known.paymentId !== null).then(() => {
      settlePaymentStep({ payment_id: paymentId as WorkflowData<string> })
    })
    return new WorkflowResponse(paymentId)
  }
)
