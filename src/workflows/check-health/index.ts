import {
  createWorkflow,
  type WorkflowData,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import { checkHealthStep } from "./check-health-step"
import type { CheckHealthInput } from "../../health/context"

/**
 * Checks whether payments can be started, webhooks arrive and exceptions are
 * resolved.
 */
export const checkHealthWorkflow = createWorkflow(
  "check-stablecoin-health",
  (input: WorkflowData<CheckHealthInput>) =>
    new WorkflowResponse(checkHealthStep(input))
)
