import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { STABLECOIN_MODULE } from "../../../../modules/stablecoin"
import { idsOf, type MadeField } from "../rows"

/** Whether an exception or a refund of it waits for the merchant. */
export const needsAttention: MadeField = {
  from: ["id"],
  make: async (scope, rows) => {
    const { repository } = scope.resolve(STABLECOIN_MODULE)
    const waiting = await repository.payments.needAttention(idsOf(rows, "id"))
    return rows.map(({ id }) => waiting.has(String(id)))
  },
}

/** When a payment is reconciled next. This is not a column of its row. */
export const nextReconciliation: MadeField = {
  from: ["id"],
  make: async (scope, rows) => {
    const { repository } = scope.resolve(STABLECOIN_MODULE)
    const next = await repository.schedules.read(idsOf(rows, "id"))
    return rows.map(({ id }) => next.get(String(id)) ?? null)
  },
}

/** When Medusa captured the payment of the row's session. */
export const capturedAt: MadeField = {
  from: ["session_id"],
  make: async (scope, rows) => {
    const { data } = await scope
      .resolve(ContainerRegistrationKeys.QUERY)
      .graph({
        entity: "payment_session",
        fields: ["id", "payment.captured_at"],
        filters: { id: idsOf(rows, "session_id") },
      })
    const captured = new Map(
      data.map(({ id, payment }) => [id, payment?.captured_at ?? null])
    )
    return rows.map(
      ({ session_id }) => captured.get(String(session_id)) ?? null
    )
  },
}
