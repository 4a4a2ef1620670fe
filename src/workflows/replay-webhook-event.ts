import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { RefusedError } from "../exceptions/refused-error"
import { STABLECOIN_MODULE } from "../modules/stablecoin"
import { messageOf } from "../shared/message-of"
import { oneStepWorkflow } from "./one-step-workflow"
import { settlePayment } from "./settle-payment/settle"

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
  async (container, { webhook_event_id }: { webhook_event_id: string }) => {
    const { repository, webhookEvents } = container.resolve(STABLECOIN_MODULE)
    const reopened = await repository.webhookEvents.reopen(webhook_event_id)
    if ("refused" in reopened) {
      throw new RefusedError(reopened.refused, { id: webhook_event_id })
    }
    try {
      const event = await repository.webhookEvents.find(webhook_event_id)
      const [processed] = await webhookEvents.process(event ? [event] : [])
      if (processed && "error" in processed) {
        throw processed.error
      }
      if (processed?.payment_id) {
        await settlePayment(container, processed.payment_id)
      }
    } catch (error) {
      container
        .resolve(ContainerRegistrationKeys.LOGGER)
        .warn(
          `Stablecoin payments: the replay of webhook ${webhook_event_id} failed: ${messageOf(error)}`
        )
    }
  }
)
