import type {
  AuthenticatedMedusaRequest,
  MedusaResponse,
} from "@medusajs/framework/http"
import type { AdminSummaryResponse } from "../../../../http-types"
import { STABLECOIN_MODULE } from "../../../../modules/stablecoin"
import {
  EXCEPTIONS,
  REFUNDS,
  testRailsInProduction,
} from "../../../../modules/stablecoin/service"
import { assertReadsAny, readableResources } from "../guards"
import { countRows } from "../rows"

/** Counts the items that wait for the merchant, as their lists do. */
export async function GET(
  req: AuthenticatedMedusaRequest,
  res: MedusaResponse
): Promise<void> {
  const { scope } = req
  const { settings } = scope.resolve(STABLECOIN_MODULE)
  const mayRead = await readableResources(req)
  assertReadsAny(mayRead)
  const [open_exceptions, refunds_due, test_rails] = await Promise.all([
    countRows(scope, EXCEPTIONS, { status: ["open"] }),
    countRows(scope, REFUNDS, { status: ["due"] }),
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
