import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { AdminSummaryResponse } from "../../../../http-types"
import { STABLECOIN_MODULE } from "../../../../modules/stablecoin"
import type StablecoinModuleService from "../../../../modules/stablecoin/service"
import { testRailsInProduction } from "../../../../modules/stablecoin/test-money"

/** Answers what waits for a person: the sidebar asks it again and again, so it counts by an index. */
export async function GET(
  { scope }: MedusaRequest,
  res: MedusaResponse
): Promise<void> {
  const { desk, adminSettings } =
    scope.resolve<StablecoinModuleService>(STABLECOIN_MODULE)
  const [questions, test_rails] = await Promise.all([
    desk.countQuestions(),
    testRailsInProduction(adminSettings),
  ])
  res.json({
    summary: { ...questions, test_rails },
  } satisfies AdminSummaryResponse)
}
