import {
  createWorkflow,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import { provePaymentsStep } from "./prove-payments-step"

/**
 * Reads the transfers of paid payments from their chains, where the store has
 * access to one, and settles the payments whose answer has changed.
 *
 * @example
 * const { result } = await provePaymentsWorkflow(container).run({ input: {} })
 * // { read: 12 }
 */
export const provePaymentsWorkflow = createWorkflow(
  "prove-stablecoin-payments",
  () => new WorkflowResponse(provePaymentsStep({}))
)
