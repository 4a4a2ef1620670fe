import {
  createWorkflow,
  type WorkflowData,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import type { ProcessWebhookEventInput } from "../process-webhook-event/apply-webhook-event-step"
import { processWebhookEventStep } from "./process-webhook-event-step"
import { reopenWebhookEventStep } from "./reopen-webhook-event-step"

/**
 * Processes a webhook event again, whatever its result was: facts may be
 * repeated.
 */
export const replayWebhookEventWorkflow = createWorkflow(
  "replay-stablecoin-webhook-event",
  (input: WorkflowData<ProcessWebhookEventInput>) => {
    reopenWebhookEventStep(input)
    processWebhookEventStep(input)
    return new WorkflowResponse(void 0)
  }
)
