import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { AdminCustomerReference } from "../../../http-types"
import { present } from "./orders-of"
import type { MadeField, Row } from "./rows"

type Contact = { id: string; email: string | null }

/** The customer, or the cart's email where there is no customer. */
export const customerOfPayment: MadeField = {
  from: ["customer_id", "cart_id"],
  make: findCustomers,
}

/** The customer of the payment that each row belongs to. */
export const customerOfItsPayment: MadeField = {
  from: ["payment_id"],
  make: async (scope, rows) => {
    const ids = present(rows.map(({ payment_id }) => payment_id))
    const { data: payments } = ids.length
      ? await scope.resolve(ContainerRegistrationKeys.QUERY).graph({
          entity: "stablecoin_payment",
          fields: ["id", ...customerOfPayment.from],
          filters: { id: ids },
          pagination: { take: ids.length, skip: 0 },
        })
      : { data: [] }
    const customers = await findCustomers(scope, payments)
    const byPayment = new Map(
      payments.map(({ id }, index) => [id as unknown, customers[index]])
    )
    return rows.map((row) => byPayment.get(row.payment_id) ?? null)
  },
}

async function findCustomers(
  scope: MedusaContainer,
  rows: readonly Row[]
): Promise<(AdminCustomerReference | null)[]> {
  const [customers, carts] = await Promise.all([
    contactsOf(scope, "customer", present(rows.map((row) => row.customer_id))),
    contactsOf(scope, "cart", present(rows.map((row) => row.cart_id))),
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
