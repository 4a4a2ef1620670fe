import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { AdminOrderReference } from "../../../http-types"
import type { MadeField, Row } from "./rows"

type Payment = {
  id: string
  order_id: string | null
  payment_collection_id: string
}

/**
 * The order of each payment: the recorded one, or else the one linked to its
 * collection. A payment records its order when it is paid.
 */
export const orderOfPayment: MadeField = {
  from: ["order_id", "payment_collection_id"],
  make: async (scope, rows) =>
    await findOrders(scope, rows as readonly Payment[]),
}

/** The order of the payment that each row belongs to. */
export const orderOfItsPayment: MadeField = {
  from: ["payment_id"],
  make: async (scope, rows) => {
    const ids = present(rows.map(({ payment_id }: Row) => payment_id))
    const { data } = ids.length
      ? await scope.resolve(ContainerRegistrationKeys.QUERY).graph({
          entity: "stablecoin_payment",
          fields: ["id", ...orderOfPayment.from],
          filters: { id: ids },
          pagination: { take: ids.length, skip: 0 },
        })
      : { data: [] }
    const payments = data as Payment[]
    const orders = await findOrders(scope, payments)
    const byPayment = new Map(
      payments.map(({ id }, index) => [id, orders[index]])
    )
    return rows.map((row) => byPayment.get(String(row.payment_id)) ?? null)
  },
}

async function findOrders(
  scope: MedusaContainer,
  payments: readonly Payment[]
): Promise<(AdminOrderReference | null)[]> {
  if (!payments.length) {
    return []
  }
  const query = scope.resolve(ContainerRegistrationKeys.QUERY)
  const { data: links } = await query.graph({
    entity: "order_payment_collection",
    fields: ["order_id", "payment_collection_id"],
    filters: {
      payment_collection_id: present(
        payments.map((payment) => payment.payment_collection_id)
      ),
    },
  })
  const linked = new Map(
    links.map((link) => [
      String(link.payment_collection_id),
      String(link.order_id),
    ])
  )
  const idOf = (payment: Payment) =>
    payment.order_id ?? linked.get(payment.payment_collection_id)
  const ids = present(payments.map(idOf))
  const { data: orders } = ids.length
    ? await query.graph({
        entity: "order",
        fields: ["id", "display_id", "created_at"],
        filters: { id: ids },
      })
    : { data: [] }
  const byId = new Map(
    orders.map(({ id, display_id, created_at }) => [
      String(id),
      {
        id: String(id),
        display_id: Number(display_id),
        created_at: new Date(created_at).toISOString(),
      },
    ])
  )
  return payments.map((payment) => byId.get(idOf(payment) ?? "") ?? null)
}

/** Returns the strings among the values, without duplicates. */
export function present(values: readonly unknown[]): string[] {
  return [...new Set(values.filter((value) => typeof value === "string"))]
}
