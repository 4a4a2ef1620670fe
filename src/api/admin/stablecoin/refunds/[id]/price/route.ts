import type {
  AdminPriceRefund,
  AdminRefundResponse,
} from "../../../../../../http-types"
import { priceRefundWorkflow } from "../../../../../../workflows/change-refund"
import { readRefund } from "../../../details"
import { withErrorStatus } from "../../../with-error-status"

/** Sends a refund due at the payment's own price or at the rate of now. */
export const POST = withErrorStatus<AdminPriceRefund>(async (req, res) => {
  const refund_id = String(req.params.id)
  await priceRefundWorkflow(req.scope).run({
    input: { ...req.validatedBody, refund_id },
  })
  res.json({
    refund: await readRefund(req.scope, refund_id),
  } satisfies AdminRefundResponse)
})
