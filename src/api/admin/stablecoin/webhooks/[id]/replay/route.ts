import type { AdminWebhookEventResponse } from "../../../../../../http-types"
import { WEBHOOK_EVENTS } from "../../../../../../modules/stablecoin/service"
import { replayWebhookEventWorkflow } from "../../../../../../workflows/replay-webhook-event"
import { withErrorStatus } from "../../../with-error-status"
import { readStored } from "../../../rows"

/**
 * Processes a webhook event again and returns it. Its status and error show the
 * result.
 */
export const POST = withErrorStatus(async (req, res) => {
  const id = String(req.params.id)
  await replayWebhookEventWorkflow(req.scope).run({
    input: { webhook_event_id: id },
  })
  res.json({
    webhook: await readStored(req, WEBHOOK_EVENTS, id),
  } satisfies AdminWebhookEventResponse)
})
