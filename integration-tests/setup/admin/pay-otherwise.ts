import { Modules } from "@medusajs/framework/utils"
import type { TestStore } from "../store/store"
import type { AdminOperations } from "./admin-api"

/** Asks the buyer of an order for an amount. @returns the collection's id */
export async function collect(
  { admin }: AdminOperations,
  order_id: string,
  amount = 12.5
): Promise<string> {
  const { payment_collection } = await admin.post<{
    payment_collection: { id: string }
  }>("/admin/payment-collections", { order_id, amount })
  return payment_collection.id
}

/** An order is paid by card, say. @returns the id of Medusa's payment */
export async function payOtherwise(
  store: TestStore,
  api: AdminOperations,
  order_id: string
): Promise<string> {
  const id = await collect(api, order_id)
  const path = `/admin/payment-collections/${id}/mark-as-paid`
  await api.admin.post(path, { order_id })
  const { payments = [] } = await store.container
    .resolve(Modules.PAYMENT)
    .retrievePaymentCollection(id, { relations: ["payments"] })
  return payments[0]!.id
}
