import type { TestStore } from "../store/store"
import type { AdminOperations } from "./admin-api"

/** An order that the merchant enters by hand. */
export type EnteredOrder = {
  unit_price?: number
  quantity?: number
  region_id?: string
}

/** Enters an order, of 12.50 unless it says otherwise, and returns its id. */
export async function enterOrder(
  store: TestStore,
  { admin }: AdminOperations,
  {
    unit_price = 12.5,
    quantity = 1,
    region_id = store.seeded.region_id,
  }: EnteredOrder = {}
): Promise<string> {
  const { draft_order } = await admin.post<{ draft_order: { id: string } }>(
    "/admin/draft-orders",
    {
      region_id,
      email: "buyer@example.com",
      items: [{ title: "Enamel mug", quantity, unit_price }],
    }
  )
  const path = `/admin/draft-orders/${draft_order.id}/convert-to-order`
  await admin.post(path, {})
  return draft_order.id
}
