import type {
  AuthenticatedMedusaRequest,
  MedusaResponse,
} from "@medusajs/framework/http"
import { MedusaError } from "@medusajs/framework/utils"
import type { AdminOverviewResponse } from "../../../../http-types"
import { STABLECOIN_MODULE } from "../../../../modules/stablecoin"
import { storeMode } from "../../../../modules/stablecoin/service"
import type { GetOverviewParams } from "./validators"

/** The money received, the fees and the success of the last days. */
export async function GET(
  req: AuthenticatedMedusaRequest<unknown, GetOverviewParams>,
  res: MedusaResponse<AdminOverviewResponse>
): Promise<void> {
  const { repository, settings } = req.scope.resolve(STABLECOIN_MODULE)
  const { mode = await storeMode(settings), ...query } = req.validatedQuery
  const request = { ...query, mode }
  const zones = [query.timezone, "UTC"]
  for (const timezone of zones) {
    const overview = await repository.overview.read({
      ...request,
      timezone,
    })
    // PostgreSQL knows fewer zones than Node.js.
    if (!("refused" in overview)) {
      res.json({ overview: { ...request, timezone, ...overview } })
      return
    }
  }
  throw new MedusaError(
    MedusaError.Types.UNEXPECTED_STATE,
    "PostgreSQL has no time zone named UTC."
  )
}
