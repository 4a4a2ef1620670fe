import {
  createWorkflow,
  type WorkflowData,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import { purgeWebhookEventsStep } from "./purge-webhook-events-step"

/**
 * Deletes webhook events that outlived `webhookRetention`, and returns how
 * many.
 */
export const purgeWebhookEventsWorkflow = createWorkflow(
  "purge-stablecoin-webhook-events",
  (input: WorkflowData<Record<string, never>>) => {
    return new WorkflowResponse(purgeWebhookEventsStep(input))
  }
)
