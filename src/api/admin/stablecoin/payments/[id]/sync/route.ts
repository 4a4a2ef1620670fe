import type { AdminSyncResponse } from "../../../../../../http-types"
import { PAYMENTS } from "../../../../../../modules/stablecoin/service"
import { syncPaymentWorkflow } from "../../../../../../workflows/sync-payment"
import { withErrorStatus } from "../../../with-error-status"
import { readRow } from "../../../rows"

/**
 * Syncs a payment. `readable` is whether the gateway could be read, which has no
 * call for hosted payments. `settled` is whether Medusa matches; otherwise the
 * job retries.
 */
export const POST = withErrorStatus(async (req, res) => {
  const id = String(req.params.id)
  const { result } = await syncPaymentWorkflow(req.scope).run({
    input: { payment_id: id },
  })
  res.json({
    payment: await readRow(req, PAYMENTS, id),
    ...result,
  } satisfies AdminSyncResponse)
})
