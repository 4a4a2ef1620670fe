import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { MedusaError } from "@medusajs/framework/utils"
import type { AdminDepositResponse } from "../../../../../http-types"
import { STABLECOIN_MODULE } from "../../../../../modules/stablecoin"
import { toDeposit } from "../to-deposit"

export async function GET(
  req: MedusaRequest,
  res: MedusaResponse<AdminDepositResponse>
): Promise<void> {
  const id = String(req.params.id)
  const { adminOperations } = req.scope.resolve(STABLECOIN_MODULE)
  const { deposits } = await adminOperations.listDeposits({
    id: [id],
    limit: 1,
    offset: 0,
  })
  const [deposit] = deposits
  if (!deposit) {
    throw new MedusaError(
      MedusaError.Types.NOT_FOUND,
      `There is no deposit ${id}.`
    )
  }
  res.json({ deposit: toDeposit(deposit) })
}
