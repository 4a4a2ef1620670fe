import type { AdminDraftOrderResponse } from "../../../../../../http-types"
import { createDraftOrderWorkflow } from "../../../../../../workflows/create-draft-order"
import { readException } from "../../../details"
import { withErrorStatus } from "../../../with-error-status"

/** Creates a draft order from the cart of an exception's payment, once. */
export const POST = withErrorStatus(async (req, res) => {
  const exception_id = String(req.params.id)
  await createDraftOrderWorkflow(req.scope).run({ input: { exception_id } })
  const { draft_order } = await readException(req.scope, exception_id)
  res.json({ draft_order } satisfies AdminDraftOrderResponse)
})
