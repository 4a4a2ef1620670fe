import type { AdminWebhookEventResponse } from "../../../../../../http-types"
import { replayWebhookEventWorkflow } from "../../../../../../workflows/replay-webhook-events"
import { withErrorStatus } from "../../../with-error-status"
import { readDetail } from "../../../rows"
import { webhooks } from "../../../resources"

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
    webhook: await readDetail(req, webhooks, id),
  } satisfies AdminWebhookEventResponse)
})
