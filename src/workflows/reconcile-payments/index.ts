import {
  createWorkflow,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import { reconcilePaymentsStep } from "./reconcile-payments-step"

export type { Reconciled } from "./reconcile"

/**
 * One pass over all that is due: webhooks that nobody processed, payments whose
 * webhook may have been lost, and what is not settled yet.
 *
 * @example
 * const { result } = await reconcilePaymentsWorkflow(container).run({ input: {} })
 * // { looked, asked, recovered: { paid, cancelled, webhooks }, slowed }
 */
export const reconcilePaymentsWorkflow = createWorkflow(
  "reconcile-stablecoin-payments",
  () => new WorkflowResponse(reconcilePaymentsStep({}))
)
