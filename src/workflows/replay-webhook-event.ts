import {
  ContainerRegistrationKeys,
  MedusaError,
} from "@medusajs/framework/utils"
import {
  createStep,
  createWorkflow,
  StepResponse,
  type WorkflowData,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import { STABLECOIN_MODULE } from "../modules/stablecoin"
import type { ReopenedWebhookEvent } from "../modules/stablecoin/types"
import {
  type ProcessWebhookEventInput,
  processWebhookEventWorkflow,
} from "./process-webhook-event"
import { messageOf } from "../shared/message-of"
import { RefusedError } from "./refused-error"

/**
 * Reopens a webhook event for processing. Not compensated: the job processes it
 * if nothing else does.
 *
 * @throws MedusaError when it is unknown (404), being processed (409) or was
 *   erased (400)
 */
const reopenWebhookEventStep = createStep(
  "reopen-stablecoin-webhook-event",
  async ({ webhook_event_id }: ProcessWebhookEventInput, { container }) => {
    const reopened = await container
      .resolve(STABLECOIN_MODULE)
      .repository.webhookEvents.reopen(webhook_event_id)
    if (!("refused" in reopened)) {
      return new StepResponse(void 0)
    }
    throw refusal(webhook_event_id, reopened.refused)
  }
)

function refusal(
  id: string,
  refused: Extract<ReopenedWebhookEvent, { refused: string }>["refused"]
): MedusaError {
  const { NOT_FOUND, CONFLICT, NOT_ALLOWED } = MedusaError.Types
  const error = (type: string, message: string) =>
    new RefusedError(type, refused, message)
  switch (refused) {
    case "unknown_webhook_event":
      return error(NOT_FOUND, `There is no webhook ${id}.`)
    case "being_processed":
      return error(
        CONFLICT,
        `Webhook ${id} is being processed. Try again in a minute.`
      )
    case "body_erased":
      return error(
        NOT_ALLOWED,
        `Webhook ${id} can't be processed again: its body was erased. Have the gateway send the webhook again.`
      )
  }
}

/**
 * Processes a webhook event at once. Its row stores the result, and the job
 * settles a payment that could not be settled now.
 */
const processWebhookEventStep = createStep(
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
