import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { AdminOrderReference } from "../../../http-types"
import type { Payment } from "../../../ledger"
import { ofPayments } from "./payment-of"
import { idsOf, type MadeField } from "./rows"

type Linked = Pick<Payment, "order_id" | "payment_collection_id">

/**
 * The order of each payment: the recorded one, or else the one linked to its
 * collection. A payment records its order when it is paid.
 */
export const orderOfPayment: MadeField = {
  from: ["order_id", "payment_collection_id"],
  make: async (scope, rows) =>
    await findOrders(scope, rows as readonly Linked[]),
}

/** The order of the payment that each row belongs to. */
export const orderOfItsPayment: MadeField = {
  from: ["payment_id"],
  make: async (scope, rows) =>
    await ofPayments(
      scope,
      rows,
      ["order_id", "payment_collection_id"],
      async (payments) => await findOrders(scope, payments)
    ),
}

async function findOrders(
  scope: MedusaContainer,
  payments: readonly Linked[]
): Promise<(AdminOrderReference | null)[]> {
  if (!payments.length) {
    return []
  }
  const query = scope.resolve(ContainerRegistrationKeys.QUERY)
  const { data: links } = await query.graph({
    entity: "order_payment_collection",
    fields: ["order_id", "payment_collection_id"],
    filters: {
      payment_collection_id: idsOf(payments, "payment_collection_id"),
    },
  })
  const linked = new Map(
    links.map((link) => [
      String(link.payment_collection_id),
      String(link.order_id),
    ])
  )
  const idOf = (payment: Linked) =>
    payment.order_id ?? linked.get(payment.payment_collection_id)
  const ids = [...new Set(payments.flatMap((each) => idOf(each) ?? []))]
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
