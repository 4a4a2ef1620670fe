import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { AdminPaymentDetail } from "../../../../http-types"
import { STABLECOIN_MODULE } from "../../../../modules/stablecoin"
import type { MadeField, Row } from "../rows"

type Contact = { id: string; email: string | null }

/** The customer, or the cart's email where there is no customer. */
export const customerOfPayment: MadeField = {
  from: ["customer_id", "cart_id"],
  make: async (scope, rows) => {
    const [customers, carts] = await Promise.all([
      contactsOf(scope, "customer", idsOf(rows, "customer_id")),
      contactsOf(scope, "cart", idsOf(rows, "cart_id")),
    ])
    return rows.map((row): AdminPaymentDetail["customer"] => {
      const customer = customers.get(row.customer_id)
      const email = carts.get(row.cart_id)?.email
      return customer ?? (email ? { id: null, email } : null)
    })
  },
}

/** When a payment is reconciled next. This is not a column of its row. */
export const nextReconciliation: MadeField = {
  from: ["id"],
  make: async (scope, rows) => {
    const { reconciliation } = scope.resolve(STABLECOIN_MODULE)
    const next = await reconciliation.nextOf(idsOf(rows, "id"))
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

/** Returns the texts of a column. */
export function idsOf(rows: readonly Row[], column: string): string[] {
  return rows
    .map((row) => row[column])
    .filter((id): id is string => typeof id === "string")
}

async function contactsOf(
  scope: MedusaContainer,
  entity: "customer" | "cart",
  ids: string[]
): Promise<Map<unknown, Contact>> {
  if (!ids.length) {
    return new Map()
  }
  const { data } = await scope
    .resolve(ContainerRegistrationKeys.QUERY)
    .graph({ entity, fields: ["id", "email"], filters: { id: ids } })
  return new Map(
    (data as Contact[]).map(({ id, email }) => [id, { id, email }])
  )
}
