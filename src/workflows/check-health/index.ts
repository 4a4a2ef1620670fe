import {
  createWorkflow,
  type WorkflowData,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import { checkHealthStep } from "./check-health-step"
import type { CheckHealthInput } from "../../health/context"

/** Whether payments can be started, webhooks arrive, and nobody waits for an answer. */
export const checkHealthWorkflow = createWorkflow(
  "check-stablecoin-health",
  (input: WorkflowData<CheckHealthInput>) =>
    new WorkflowResponse(checkHealthStep(input))
)
