import type {
  AuthenticatedMedusaRequest,
  MedusaResponse,
} from "@medusajs/framework/http"
import type { AdminSummaryResponse } from "../../../../http-types"
import { STABLECOIN_MODULE } from "../../../../modules/stablecoin"
import { testRailsInProduction } from "../../../../modules/stablecoin/service"
import { readableResources } from "../readable"

/**
 * Counts the items that wait for the merchant. The sidebar requests this
 * repeatedly, so it counts by an index.
 */
export async function GET(
  req: AuthenticatedMedusaRequest,
  res: MedusaResponse
): Promise<void> {
  const { repository, settings } = req.scope.resolve(STABLECOIN_MODULE)
  const [mayRead, { open_exceptions, refunds_due }, test_rails] =
    await Promise.all([
      readableResources(req),
      repository.overview.countOpenItems(),
      testRailsInProduction(settings),
    ])
  res.json({
    summary: {
      open_exceptions: mayRead("stablecoin_exception") ? open_exceptions : null,
      refunds_due: mayRead("stablecoin_refund") ? refunds_due : null,
      test_rails,
    },
  } satisfies AdminSummaryResponse)
}
