import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { STABLECOINS } from "../../../../gateway"
import type { AdminCurrenciesResponse } from "../../../../http-types"
import { STABLECOIN_MODULE } from "../../../../modules/stablecoin"
import { testCredentials } from "../../../../modules/stablecoin/service"

type Currencies = AdminCurrenciesResponse["currencies"]

/**
 * Returns the stablecoins of each rail. Those of hosted come from the gateway's
 * own listing when it can be read.
 */
export async function GET(
  { scope }: MedusaRequest,
  res: MedusaResponse
): Promise<void> {
  const { hosted } = await scope.resolve(STABLECOIN_MODULE).settings.effective()
  const unknown = (hosted_problem: string) => ({ hosted: null, hosted_problem })
  const listed = async (): Promise<Omit<Currencies, "onchain">> => {
    if (!hosted.ok) {
      return unknown(hosted.problems.join(" "))
    }
    const test = await testCredentials("hosted", hosted.value)
    if (!test.ok) {
      return unknown(test.message)
    }
    return test.currencies
      ? { hosted: test.currencies, hosted_problem: null }
      : unknown("This gateway does not list its currencies.")
  }
  res.json({
    currencies: { ...(await listed()), onchain: [...STABLECOINS] },
  } satisfies AdminCurrenciesResponse)
}
