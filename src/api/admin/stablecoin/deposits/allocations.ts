import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { AdminAllocation } from "../../../../http-types"
import { balanceOf } from "../../../../ledger"
import { orderOfPayment } from "../orders-of"
import { idsOf, type MadeField, type Row } from "../rows"

type StoredAllocation = Omit<AdminAllocation, "order" | "refund"> & {
  deposit_id: string
}

/** The uses of each deposit, oldest first. */
export const allocations: MadeField = {
  from: ["id"],
  make: async (scope, rows) => {
    const stored = await allocationsOf(scope, rows)
    const [orders, refunds] = await Promise.all([
      orderOfPayment.make(scope, stored),
      refundsOf(scope, stored),
    ])
    const all = stored.map(({ deposit_id, ...allocation }, index) => ({
      deposit_id,
      use: {
        ...allocation,
        order: orders[index],
        refund: refunds.get(allocation.refund_id) ?? null,
      },
    }))
    return rows.map(({ id }) =>
      all.flatMap(({ deposit_id, use }) => (deposit_id === id ? [use] : []))
    )
  },
}

/** The part of each deposit without a use. */
export const unallocated: MadeField = {
  from: ["id", "amount"],
  make: async (scope, rows) => {
    const stored = await allocationsOf(scope, rows)
    return rows.map(({ id, amount }) => {
      const uses = stored.filter(({ deposit_id }) => deposit_id === id)
      return balanceOf({ amount: String(amount) }, uses).unallocated
    })
  },
}

async function allocationsOf(
  scope: MedusaContainer,
  rows: readonly Row[]
): Promise<StoredAllocation[]> {
  const { data } = await scope.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "stablecoin_allocation",
    fields: [
      "id",
      "deposit_id",
      "kind",
      "amount",
      "refund_id",
      "order_id",
      "reason",
      "allocated_by",
      "created_at",
    ],
    filters: { deposit_id: idsOf(rows, "id") },
    pagination: { order: { created_at: "ASC", id: "ASC" } },
  })
  return data as unknown as StoredAllocation[]
}

async function refundsOf(
  scope: MedusaContainer,
  stored: readonly StoredAllocation[]
): Promise<Map<string | null, AdminAllocation["refund"]>> {
  const id = idsOf(stored, "refund_id")
  const { data } = id.length
    ? await scope.resolve(ContainerRegistrationKeys.QUERY).graph({
        entity: "stablecoin_refund",
        fields: ["id", "status", "sent_at"],
        filters: { id },
      })
    : { data: [] }
  return new Map(
    (data as (NonNullable<AdminAllocation["refund"]> & { id: string })[]).map(
      ({ id, ...refund }) => [id, refund]
    )
  )
}
