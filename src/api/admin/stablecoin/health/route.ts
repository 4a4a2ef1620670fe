import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { z } from "@medusajs/framework/zod"
import type { AdminHealthResponse } from "../../../../http-types"
import { checkHealthWorkflow } from "../../../../workflows/check-health"
import { validQuery } from "../../../valid-query"

const params = z.strictObject({
  /** Skips the cached result of the last seconds. */
  fresh: z.literal("true").optional(),
})

/**
 * Runs every health check. Takes up to 12 seconds when a dependency does not
 * respond.
 */
export async function GET(
  req: MedusaRequest,
  res: MedusaResponse<AdminHealthResponse>
): Promise<void> {
  const { fresh } = await validQuery(req, params)
  const { result: health } = await checkHealthWorkflow(req.scope).run({
    input: { fresh: fresh === "true" },
  })
  res.json({ health } satisfies AdminHealthResponse)
}
