import type {
  AdminResolveException,
  AdminResolveResponse,
} from "../../../../../../http-types"
import { REFUNDS } from "../../../../../../modules/stablecoin/service"
import { resolveExceptionWorkflow } from "../../../../../../workflows/resolve-exception"
import { withErrorStatus } from "../../../with-error-status"
import { readException } from "../../../details"
import { readRow } from "../../../rows"

/**
 * Resolves an exception. Returns it with the refund that is now due or was
 * recorded as sent, or null. The exception stays open when a retry did not
 * help.
 */
export const POST = withErrorStatus<AdminResolveException>(async (req, res) => {
  const id = String(req.params.id)
  const { result: refund_id } = await resolveExceptionWorkflow(req.scope).run({
    input: {
      ...req.validatedBody,
      exception_id: id,
      by: req.auth_context.actor_id,
    },
  })
  res.json({
    exception: await readException(req.scope, id),
    refund: refund_id ? await readRow(req, REFUNDS, refund_id) : null,
  } satisfies AdminResolveResponse)
})
