import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { messageOf } from "../../shared/message-of"
import { processWebhookEventWorkflow } from "../process-webhook-event"
import type { ProcessWebhookEventInput } from "../process-webhook-event/apply-webhook-event-step"

/**
 * Processes a webhook event at once. Its row stores the result, and the job
 * settles a payment that could not be settled now.
 */
export const processWebhookEventStep = createStep(
  "process-stablecoin-webhook-event",
  async (input: ProcessWebhookEventInput, { container }) => {
    try {
      await processWebhookEventWorkflow(container).run({ input })
    } catch (error) {
      container
        .resolve(ContainerRegistrationKeys.LOGGER)
        .warn(
          `Stablecoin payments: the replay of webhook ${input.webhook_event_id} failed: ${messageOf(error)}`
        )
    }
    return new StepResponse(void 0)
  }
)
