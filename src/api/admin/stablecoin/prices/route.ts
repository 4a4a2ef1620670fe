import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { AdminPricesResponse } from "../../../../http-types"
import { STABLECOIN_MODULE } from "../../../../modules/stablecoin"
import { pricesNow, sourcesNow } from "../../../../modules/stablecoin/service"

/** Returns the present price of each currency, and the state of its sources. */
export async function GET(
  { scope }: MedusaRequest,
  res: MedusaResponse<AdminPricesResponse>
): Promise<void> {
  const { settings, repository } = scope.resolve(STABLECOIN_MODULE)
  const effective = await settings.effective()
  res.json({
    prices: pricesNow(effective),
    sources: sourcesNow(effective, await repository.prices.list()),
  })
}
