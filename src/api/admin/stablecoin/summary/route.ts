import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { AdminSummaryResponse } from "../../../../http-types"
import { STABLECOIN_MODULE } from "../../../../modules/stablecoin"
import type StablecoinModuleService from "../../../../modules/stablecoin/service"

/** Answers what waits for a person: the sidebar asks it again and again, so it counts by an index. */
export async function GET(
  { scope }: MedusaRequest,
  res: MedusaResponse
): Promise<void> {
  const { desk } = scope.resolve<StablecoinModuleService>(STABLECOIN_MODULE)
  res.json({
    summary: await desk.countQuestions(),
  } satisfies AdminSummaryResponse)
}
