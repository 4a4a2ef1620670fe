import type {
  AdminMarkRefundSent,
  AdminRefundResponse,
  AdminUpdateRefund,
} from "../../../../../http-types"
import { updateRefundWorkflow } from "../../../../../workflows/change-refund"
import { withErrorStatus } from "../../with-error-status"
import { REFUNDS } from "../../../../../modules/stablecoin/service"
import { readRow, retrieveRow } from "../../rows"

export const GET = retrieveRow(REFUNDS)

/**
 * Records the address that a refund due is to be sent to. With a hash, as
 * `sent` has it, closes it as sent.
 */
export const POST = withErrorStatus<AdminUpdateRefund | AdminMarkRefundSent>(
  async (req, res) => {
    const id = String(req.params.id)
    await updateRefundWorkflow(req.scope).run({
      input: {
        ...req.validatedBody,
        refund_id: id,
        by: req.auth_context.actor_id,
      },
    })
    res.json({
      refund: await readRow(req, REFUNDS, id),
    } satisfies AdminRefundResponse)
  }
)
