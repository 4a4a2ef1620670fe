import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type {
  AdminMarkRefundSent,
  AdminRefundResponse,
  AdminUpdateRefund,
} from "../../../../../http-types"
import { updateRefundWorkflow } from "../../../../../workflows/change-refund"
import { withErrorStatus } from "../../with-error-status"
import { readRefund } from "../../details"

export const GET = async (
  { scope, params }: MedusaRequest,
  res: MedusaResponse<AdminRefundResponse>
): Promise<void> => {
  res.json({ refund: await readRefund(scope, String(params.id)) })
}

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
      refund: await readRefund(req.scope, id),
    } satisfies AdminRefundResponse)
  }
)
