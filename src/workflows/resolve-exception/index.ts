import {
  createWorkflow,
  when,
  type WorkflowData,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import type { Resolution } from "../../modules/stablecoin/types"
import { settleNowStep } from "../settle-payment/settle-now-step"
import { resolveExceptionStep } from "./resolve-exception-step"

/**
 * Resolves an exception by the merchant's decision: writes a refund of the
 * held money where there is one, and settles the payment.
 *
 * @returns id of the refund that is due now or was recorded as sent, or null
 */
export const resolveExceptionWorkflow = createWorkflow(
  "resolve-stablecoin-exception",
  (input: WorkflowData<Resolution>) => {
    const { refund_id, settles } = resolveExceptionStep(input)
    when({ settles }, (resolved) => resolved.settles !== null).then(() => {
      settleNowStep({ payment_id: settles as WorkflowData<string> })
    })
    return new WorkflowResponse(refund_id)
  }
)
