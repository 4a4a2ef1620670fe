import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { AdminCustomerReference } from "../../../http-types"
import { ofPayments } from "./payment-of"
import { idsOf, type MadeField, type Row } from "./rows"

type Contact = { id: string; email: string | null }

/** The customer, or the cart's email where there is no customer. */
export const customerOfPayment: MadeField = {
  from: ["customer_id", "cart_id"],
  make: findCustomers,
}

/** The customer of the payment that each row belongs to. */
export const customerOfItsPayment: MadeField = {
  from: ["payment_id"],
  make: async (scope, rows) =>
    await ofPayments(
      scope,
      rows,
      ["customer_id", "cart_id"],
      async (payments) => await findCustomers(scope, payments)
    ),
}

async function findCustomers(
  scope: MedusaContainer,
  rows: readonly Row[]
): Promise<(AdminCustomerReference | null)[]> {
  const [customers, carts] = await Promise.all([
    contactsOf(scope, "customer", idsOf(rows, "customer_id")),
    contactsOf(scope, "cart", idsOf(rows, "cart_id")),
  ])
  return rows.map((row) => {
    const customer = customers.get(row.customer_id)
    const email = carts.get(row.cart_id)?.email
    return customer ?? (email ? { id: null, email } : null)
  })
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
