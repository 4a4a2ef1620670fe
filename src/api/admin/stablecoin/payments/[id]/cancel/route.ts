import type { AdminCancelResponse } from "../../../../../../http-types"
import { PAYMENTS } from "../../../../../../modules/stablecoin/service"
import { cancelPaymentWorkflow } from "../../../../../../workflows/cancel-payment"
import { withErrorStatus } from "../../../with-error-status"
import { readRow } from "../../../rows"

/**
 * Cancels an open payment. `may_still_be_paid` means that the gateway has no
 * call to cancel it. The payment is then only abandoned, and money that arrives
 * is treated as paid late.
 */
export const POST = withErrorStatus(async (req, res) => {
  const id = String(req.params.id)
  const { result } = await cancelPaymentWorkflow(req.scope).run({
    input: { payment_id: id },
  })
  res.json({
    payment: await readRow(req, PAYMENTS, id),
    ...result,
  } satisfies AdminCancelResponse)
})
