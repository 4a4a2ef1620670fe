import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { AdminRefundDeposit } from "../../../../http-types"
import { idsOf, type MadeField } from "../rows"

/** The deposit that each refund returns. */
export const refundedDeposit: MadeField = {
  from: ["deposit_id"],
  make: async (scope, rows) => {
    const { data } = await scope
      .resolve(ContainerRegistrationKeys.QUERY)
      .graph({
        entity: "stablecoin_deposit",
        fields: ["id", "sender"],
        filters: { id: idsOf(rows, "deposit_id") },
      })
    const senders = new Map(
      data.map(({ id, sender }) => [id as unknown, sender])
    )
    return rows.map(({ deposit_id }): AdminRefundDeposit => ({
      sender: senders.get(deposit_id) ?? null,
    }))
  },
}
