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
  const { adminOperations, settings } = req.scope.resolve(STABLECOIN_MODULE)
  const { mode = await storeMode(settings), ...query } = req.validatedQuery
  const request = { ...query, mode }
  const overview = await adminOperations.readOverview(request)
  if ("refused" in overview) {
    throw new MedusaError(
      MedusaError.Types.INVALID_DATA,
      "The database does not know this time zone. Send another timezone, such as UTC."
    )
  }
  res.json({
    overview: { ...request, ...overview },
  } satisfies AdminOverviewResponse)
}
