import {
  createWorkflow,
  type WorkflowData,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import {
  type NotifyOfExceptionsInput,
  notifyOfExceptionsStep,
} from "./notify-of-exceptions-step"

/**
 * Adds open exceptions to the admin's notification feed, each once however
 * often it runs.
 */
export const notifyOfExceptionsWorkflow = createWorkflow(
  "notify-of-stablecoin-exceptions",
  (input: WorkflowData<NotifyOfExceptionsInput>) => {
    return new WorkflowResponse(notifyOfExceptionsStep(input))
  }
)
