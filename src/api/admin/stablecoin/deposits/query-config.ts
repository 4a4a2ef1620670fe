import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { AdminDeposit } from "../../../../http-types"
import { fieldsOf } from "../fields-of"
import { orderOfItsPayment } from "../orders-of"
import { idsOf, type MadeField, readRows, type Rows } from "../rows"
import { allocations, unallocated } from "./allocations"

export const deposits: Rows<AdminDeposit> = {
  entity: "stablecoin_deposit",
  one: "deposit",
  made: { allocations, unallocated, order: orderOfItsPayment },
  list: (repository, request) => repository.deposits.list(request),
}

export const depositFields = fieldsOf<AdminDeposit>()([
  "id",
  "payment_id",
  "rail",
  "mode",
  "amount",
  "currency",
  "chain",
  "tx_hash",
  "sender",
  "destination_address",
  "arrived_at",
  "confirmed_at",
  "seen_at",
  "created_at",
  "unallocated",
  "allocations",
  "order",
])

/** The deposit that each row is about. */
export const depositOfRow: MadeField = {
  from: ["deposit_id"],
  make: async (scope, rows) => {
    const ids = idsOf(rows, "deposit_id")
    const found = await readRows({ scope }, deposits, ids, depositFields)
    const byId = new Map<unknown, AdminDeposit>(
      found.map((deposit) => [deposit.id, deposit])
    )
    return rows.map(({ deposit_id }) => byId.get(deposit_id) ?? null)
  },
}

/** The deposits of each payment, oldest first. */
export const depositsOfPayment: MadeField = {
  from: ["id"],
  make: async (scope, rows) => {
    const ids = await idsOfPayments(scope, idsOf(rows, "id"))
    const found = await readRows({ scope }, deposits, ids, depositFields)
    return rows.map(({ id }) =>
      found.filter(({ payment_id }) => payment_id === id)
    )
  },
}

async function idsOfPayments(
  scope: MedusaContainer,
  payment_id: string[]
): Promise<string[]> {
  const { data } = await scope.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "stablecoin_deposit",
    fields: ["id"],
    filters: { payment_id },
    pagination: { order: { created_at: "ASC", id: "ASC" } },
  })
  return data.map(({ id }) => String(id))
}
