import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { STABLECOINS } from "../../../../gateway"
import type { AdminCurrenciesResponse } from "../../../../http-types"
import { STABLECOIN_MODULE } from "../../../../modules/stablecoin"
import { hostedCurrencies } from "../../../../modules/stablecoin/service"

/**
 * Returns the stablecoins of each rail. Those of hosted come from the gateway's
 * own listing when it can be read.
 */
export async function GET(
  { scope }: MedusaRequest,
  res: MedusaResponse
): Promise<void> {
  const stablecoin = scope.resolve(STABLECOIN_MODULE)
  const settings = await stablecoin.settings.effective()
  res.json({
    currencies: {
      ...(await hostedCurrencies(settings, stablecoin.gateway)),
      onchain: [...STABLECOINS],
    },
  } satisfies AdminCurrenciesResponse)
}
