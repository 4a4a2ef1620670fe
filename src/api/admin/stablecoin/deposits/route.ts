import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { AdminDepositsResponse } from "../../../../http-types"
import { STABLECOIN_MODULE } from "../../../../modules/stablecoin"
import { toDeposit } from "./to-deposit"
import type { ListDepositsParams } from "./validators"

/** Lists deposits, the newest first. */
export async function GET(
  req: MedusaRequest,
  res: MedusaResponse<AdminDepositsResponse>
): Promise<void> {
  const { limit, offset, q, id, payment_id, has_rest } =
    req.validatedQuery as ListDepositsParams
  const { adminOperations } = req.scope.resolve(STABLECOIN_MODULE)
  const { deposits, count } = await adminOperations.listDeposits({
    limit,
    offset,
    ...(q ? { q } : {}),
    ...(id ? { id: [id].flat() } : {}),
    ...(payment_id ? { payment_id: [payment_id].flat() } : {}),
    ...(has_rest ? { has_rest: has_rest === "true" } : {}),
  })
  res.json({ count, offset, limit, deposits: deposits.map(toDeposit) })
}
