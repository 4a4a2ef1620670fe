import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { RefusedError } from "../exceptions/refused-error"
import { STABLECOIN_MODULE } from "../modules/stablecoin"
import { messageOf } from "../shared/message-of"
import { oneStepWorkflow } from "./one-step-workflow"
import { settlePayment } from "./settle-payment/settle"

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
  async (container, { webhook_event_id }: { webhook_event_id: string }) => {
    await replay(container, webhook_event_id)
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
    for (const id of givenUp.slice(0, AT_ONCE)) {
      if (performance.now() > stopAt) {
        break
      }
      // One that is being processed is refused.
      await replay(container, id).catch(() => undefined)
    }
    const left = await webhookEvents.listGivenUp()
    return {
      processed: givenUp.filter((id) => !left.includes(id)).length,
      left: left.length,
    }
  }
)

async function replay(container: MedusaContainer, id: string): Promise<void> {
  const { repository, webhookEvents } = container.resolve(STABLECOIN_MODULE)
  const reopened = await repository.webhookEvents.reopen(id)
  if ("refused" in reopened) {
    throw new RefusedError(reopened.refused, { id })
  }
  try {
    const event = await repository.webhookEvents.find(id)
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
        `Stablecoin payments: the replay of webhook ${id} failed: ${messageOf(error)}`
      )
  }
}
