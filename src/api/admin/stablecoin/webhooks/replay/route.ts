import type { AdminReplayWebhooksResponse } from "../../../../../http-types"
import { replayWebhookEventsWorkflow } from "../../../../../workflows/replay-webhook-events"
import { withErrorStatus } from "../../with-error-status"

/** Processes failed and dead webhooks again, the oldest first, up to 50. */
export const POST = withErrorStatus(async (req, res) => {
  const { result } = await replayWebhookEventsWorkflow(req.scope).run()
  res.json(result satisfies AdminReplayWebhooksResponse)
})
