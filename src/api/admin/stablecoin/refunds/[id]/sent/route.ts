import type {
  AdminMarkRefundSent,
  AdminRefundResponse,
} from "../../../../../../http-types"
import { REFUNDS } from "../../../../../../modules/stablecoin/service"
import { markRefundSentWorkflow } from "../../../../../../workflows/change-refund"
import { withErrorStatus } from "../../../with-error-status"
import { readRow } from "../../../rows"

/** Closes a refund due with the proof that it was sent. */
export const POST = withErrorStatus<AdminMarkRefundSent>(async (req, res) => {
  const id = String(req.params.id)
  await markRefundSentWorkflow(req.scope).run({
    input: {
      ...req.validatedBody,
      refund_id: id,
      by: req.auth_context.actor_id,
    },
  })
  res.json({
    refund: await readRow(req, REFUNDS, id),
  } satisfies AdminRefundResponse)
})
