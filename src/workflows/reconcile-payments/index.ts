import {
  createWorkflow,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import { reconcilePaymentsStep } from "./reconcile-payments-step"

export type { Reconciled } from "./reconcile"

/**
 * Runs one pass over all that is due: unprocessed webhooks, payments whose
 * webhook may have been lost, and unsettled payments.
 *
 * @example
 * const { result } = await reconcilePaymentsWorkflow(container).run({ input: {} })
 * // { reconciled, read, recovered: { paid, cancelled, webhooks }, slowed }
 */
export const reconcilePaymentsWorkflow = createWorkflow(
  "reconcile-stablecoin-payments",
  () => new WorkflowResponse(reconcilePaymentsStep({}))
)
