import { STABLECOIN_MODULE } from "../modules/stablecoin"
import { replayWebhookEventWorkflow } from "./replay-webhook-event"
import { oneStepWorkflow } from "./one-step-workflow"

const AT_ONCE = 50

/** A proxy in front of the store waits longer. */
const STOP_AFTER_MS = 20_000

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
