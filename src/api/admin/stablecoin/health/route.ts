import type {
  AuthenticatedMedusaRequest,
  MedusaResponse,
} from "@medusajs/framework/http"
import type { AdminHealthResponse } from "../../../../http-types"
import { checkHealthWorkflow } from "../../../../workflows/check-health"
import type { GetHealthParams } from "./validators"

/**
 * Runs every health check. Takes up to 12 seconds when a dependency does not
 * respond.
 */
export async function GET(
  req: AuthenticatedMedusaRequest<unknown, GetHealthParams>,
  res: MedusaResponse<AdminHealthResponse>
): Promise<void> {
  const { result: health } = await checkHealthWorkflow(req.scope).run({
    input: { fresh: req.validatedQuery.fresh === "true" },
  })
  res.json({ health } satisfies AdminHealthResponse)
}
