import type { AdminSyncResponse } from "../../../../../../http-types"
import { syncPaymentWorkflow } from "../../../../../../workflows/sync-payment"
import { withErrorStatus } from "../../../with-error-status"
import { readRow } from "../../../rows"
import { paymentFields, payments } from "../../query-config"

/**
 * Brings a payment up to date. `asked`: whether the gateway could be asked,
 * which has no call for hosted payments; `settled`: whether Medusa matches, or
 * the job has to try again.
 */
export const POST = withErrorStatus(async (req, res) => {
  const id = String(req.params.id)
  const { result } = await syncPaymentWorkflow(req.scope).run({
    input: { payment_id: id },
  })
  res.json({
    payment: await readRow(req, payments, id, paymentFields),
    ...result,
  } satisfies AdminSyncResponse)
})
