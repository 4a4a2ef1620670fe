import type { AdminRefundDeposit } from "../../../../http-types"
import { readDeposits } from "../deposits/to-deposit"
import type { MadeField } from "../rows"

/** The deposit that each refund returns. */
export const refundedDeposit: MadeField = {
  from: ["deposit_id"],
  make: async (scope, rows) => {
    const deposits = await readDeposits(
      scope,
      rows.map(({ deposit_id }) => deposit_id)
    )
    return rows.map(({ deposit_id }): AdminRefundDeposit => ({
      sender: deposits.get(deposit_id)?.sender ?? null,
    }))
  },
}
