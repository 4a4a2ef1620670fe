import {
  createWorkflow,
  when,
  type WorkflowData,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import { settlePaymentStep } from "../settle-payment/settle-payment-step"
import {
  applyDeliveryStep,
  type ProcessDeliveryInput,
} from "./apply-delivery-step"

/** Facts in, settle out: a stored delivery goes into the ledger, and Medusa is made to match it. */
export const processDeliveryWorkflow = createWorkflow(
  "process-stablecoin-delivery",
  (input: WorkflowData<ProcessDeliveryInput>) => {
    const paymentId = applyDeliveryStep(input)
    when({ paymentId }, (known) => known.paymentId !== null).then(() => {
      settlePaymentStep({ payment_id: paymentId as WorkflowData<string> })
    })
    return new WorkflowResponse(paymentId)
  }
)
