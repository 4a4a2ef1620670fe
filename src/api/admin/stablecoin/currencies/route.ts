import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { AdminCurrenciesResponse } from "../../../../http-types"
import { STABLECOIN_MODULE } from "../../../../modules/stablecoin"
import { testCredentials } from "../../../../modules/stablecoin/service"

/** Returns the currencies that the gateway's hosted checkout lists. */
export async function GET(
  { scope }: MedusaRequest,
  res: MedusaResponse<AdminCurrenciesResponse>
): Promise<void> {
  const { hosted } = await scope.resolve(STABLECOIN_MODULE).settings.effective()
  const unknown = (hosted_problem: string) =>
    res.json({ currencies: { hosted: null, hosted_problem } })
  if (!hosted.ok) {
    unknown(hosted.problems.join(" "))
    return
  }
  const test = await testCredentials("hosted", hosted.value)
  if (!test.ok) {
    unknown(test.message)
  } else if (!test.currencies) {
    unknown("This gateway does not list its currencies.")
  } else {
    res.json({ currencies: { hosted: test.currencies, hosted_problem: null } })
  }
}
