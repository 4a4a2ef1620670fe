import type { AdminReplayWebhooksResponse } from "../../../../../http-types"
import { replayWebhookEventsWorkflow } from "../../../../../workflows/replay-webhook-events"
import { withErrorStatus } from "../../with-error-status"

/** Processes up to 50 webhooks again that were given up. */
export const POST = withErrorStatus(async (req, res) => {
  const { result } = await replayWebhookEventsWorkflow(req.scope).run()
  res.json(result satisfies AdminReplayWebhooksResponse)
})
