import {
  createWorkflow,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import { purgeAccountsStep } from "./purge-accounts-step"

/**
 * Removes the retained credentials of accounts whose payments have all ended
 * long ago.
 */
export const purgeAccountsWorkflow = createWorkflow(
  "purge-stablecoin-accounts",
  () => new WorkflowResponse(purgeAccountsStep({}))
)
