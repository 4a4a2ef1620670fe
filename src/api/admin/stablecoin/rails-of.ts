import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { Payment } from "../../../ledger"
import { present } from "./orders-of"
import type { MadeField } from "./rows"

/** The rail of the payment that each row belongs to. */
export const railOfItsPayment: MadeField = {
  from: ["payment_id"],
  make: async (scope, rows) => {
    const ids = present(rows.map(({ payment_id }) => payment_id))
    const { data } = ids.length
      ? await scope.resolve(ContainerRegistrationKeys.QUERY).graph({
          entity: "stablecoin_payment",
          fields: ["id", "rail"],
          filters: { id: ids },
          pagination: { take: ids.length, skip: 0 },
        })
      : { data: [] }
    const payments = data as Pick<Payment, "id" | "rail">[]
    const rails = new Map(payments.map(({ id, rail }) => [id, rail]))
    return rows.map((row) => rails.get(String(row.payment_id)) ?? null)
  },
}
