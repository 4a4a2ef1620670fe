import type { Merchant } from "../../../tools/harness/shop/merchant"
import type { PlacedOrder } from "./place-order"

/**
 * Prepares an edit of an order's only item, as the admin's form does.
 *
 * @returns a function that confirms it
 */
export async function prepareEdit(
  admin: Merchant,
  { order_id }: Pick<PlacedOrder, "order_id">,
  quantity: number
): Promise<() => Promise<void>> {
  const { order } = await admin.get<{ order: { items: { id: string }[] } }>(
    `/admin/orders/${order_id}?fields=items.id`
  )
  const edits = `/admin/order-edits/${order_id}`
  await admin.post("/admin/order-edits", { order_id })
  await admin.post(`${edits}/items/item/${order.items[0]!.id}`, { quantity })
  return async () => {
    await admin.post(`${edits}/confirm`, {})
  }
}

export async function editOrder(
  admin: Merchant,
  order: Pick<PlacedOrder, "order_id">,
  quantity: number
): Promise<void> {
  const confirm = await prepareEdit(admin, order, quantity)
  await confirm()
}
