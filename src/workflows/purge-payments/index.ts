import {
  createWorkflow,
  type WorkflowData,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import { purgePaymentsStep } from "./purge-payments-step"

/**
 * Purges the data of payments that have ended: their return URLs after a week,
 * and those without money after `unpaidPaymentRetention`.
 *
 * @example
 * const { result } = await purgePaymentsWorkflow(container).run({ input: {} })
 * // { erased, deleted }
 */
export const purgePaymentsWorkflow = createWorkflow(
  "purge-stablecoin-payments",
  (input: WorkflowData<Record<string, never>>) => {
    return new WorkflowResponse(purgePaymentsStep(input))
  }
)
