import {
  ContainerRegistrationKeys,
  MedusaError,
} from "@medusajs/framework/utils"
import { STABLECOIN_MODULE } from "../modules/stablecoin"
import type { ReopenedWebhookEvent } from "../modules/stablecoin/types"
import {
  type ProcessWebhookEventInput,
  processWebhookEventWorkflow,
} from "./process-webhook-event"
import { messageOf } from "../shared/message-of"
import { oneStepWorkflow } from "./one-step-workflow"
import { RefusedError } from "./refused-error"

const AT_ONCE = 50

/** A proxy in front of the store waits longer. */
const STOP_AFTER_MS = 20_000

/**
 * Processes a webhook event again at once, in any status: facts may be
 * repeated. Its row stores the result, and the job settles a payment that could
 * not be settled now. Not compensated: the job processes it if nothing else
 * does.
 *
 * @throws MedusaError when it is unknown (404), being processed (409) or was
 *   erased (400)
 */
export const replayWebhookEventWorkflow = oneStepWorkflow(
  "replay-stablecoin-webhook-event",
  async (container, input: ProcessWebhookEventInput) => {
    const { webhook_event_id } = input
    const reopened = await container
      .resolve(STABLECOIN_MODULE)
      .repository.webhookEvents.reopen(webhook_event_id)
    if ("refused" in reopened) {
      throw refusal(webhook_event_id, reopened.refused)
    }
    try {
      await processWebhookEventWorkflow(container).run({ input })
    } catch (error) {
      container
        .resolve(ContainerRegistrationKeys.LOGGER)
        .warn(
          `Stablecoin payments: the replay of webhook ${webhook_event_id} failed: ${messageOf(error)}`
        )
    }
  }
)

/**
 * Processes webhook events again that were given up, such as after an outage.
 * Not compensated, as a single replay is not.
 *
 * @returns how many are processed now, and how many are left
 */
export const replayWebhookEventsWorkflow = oneStepWorkflow(
  "replay-stablecoin-webhook-events",
  async (container) => {
    const { webhookEvents } = container.resolve(STABLECOIN_MODULE).repository
    const givenUp = await webhookEvents.listGivenUp()
    const stopAt = performance.now() + STOP_AFTER_MS
    for (const webhook_event_id of givenUp.slice(0, AT_ONCE)) {
      if (performance.now() > stopAt) {
        break
      }
      // One that is being processed is refused.
      await replayWebhookEventWorkflow(container).run({
        input: { webhook_event_id },
        throwOnError: false,
      })
    }
    const left = await webhookEvents.listGivenUp()
    return {
      processed: givenUp.filter((id) => !left.includes(id)).length,
      left: left.length,
    }
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
