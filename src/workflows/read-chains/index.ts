import {
  createWorkflow,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import { readChainsStep } from "./read-chains-step"

/**
 * Reads the chains that have an endpoint: the transfers of paid payments and of
 * sent refunds, and the transfers to addresses that buyers were shown. Then
 * settles the payments that Medusa has to follow.
 *
 * @example
 * const { result } = await readChainsWorkflow(container).run({ input: {} })
 * // { looked_up: 12, matched: 1 }
 */
export const readChainsWorkflow = createWorkflow(
  "read-stablecoin-chains",
  () => new WorkflowResponse(readChainsStep({}))
)
