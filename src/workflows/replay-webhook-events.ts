import {
  createStep,
  createWorkflow,
  StepResponse,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import { STABLECOIN_MODULE } from "../modules/stablecoin"
import { WEBHOOK_EVENTS } from "../modules/stablecoin/service"
import { replayWebhookEventWorkflow } from "./replay-webhook-event"

/** As many as a proxy in front of the store waits for. */
const AT_ONCE = 50

const UNPROCESSED = {
  where: { status: ["failed", "dead"] },
  sort: { by: "created_at", direction: "asc" },
} as const

/** Not compensated, as a single replay is not. */
const replayWebhookEventsStep = createStep(
  "replay-stablecoin-webhook-events",
  async (_: void, { container }) => {
    const { lists } = container.resolve(STABLECOIN_MODULE).repository
    const read = () =>
      lists.findPage(WEBHOOK_EVENTS, { ...UNPROCESSED, limit: 500, offset: 0 })
    let replayed = 0
    for (const webhook_event_id of (await read()).ids) {
      // One that is being processed, or was erased, is refused.
      const { errors } = await replayWebhookEventWorkflow(container).run({
        input: { webhook_event_id },
        throwOnError: false,
      })
      replayed += errors.length ? 0 : 1
      if (replayed === AT_ONCE) {
        break
      }
    }
    return new StepResponse({ replayed, left: (await read()).count })
  }
)

/**
 * Processes webhook events again that failed, such as after an outage.
 *
 * @returns how many, and how many are left
 */
export const replayWebhookEventsWorkflow = createWorkflow(
  "replay-stablecoin-webhook-events",
  () => new WorkflowResponse(replayWebhookEventsStep())
)
