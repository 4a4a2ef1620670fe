import {
  createWorkflow,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import { forgetAccountsStep } from "./forget-accounts-step"

/** Removes the kept credentials of accounts whose payments have all ended long ago. */
export const forgetAccountsWorkflow = createWorkflow(
  "forget-stablecoin-accounts",
  () => new WorkflowResponse(forgetAccountsStep({}))
)
