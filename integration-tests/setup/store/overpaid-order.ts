import { PROVIDERS } from "../../../tools/harness/shop/names"
import type { Merchant } from "../../../tools/harness/shop/merchant"
import { editOrder } from "./edit-order"
import { databaseOf } from "./ledger"
import type { PlacedOrder } from "./place-order"
import { setQuantity } from "./set-quantity"
import { payAndSettle, settled } from "./settled"
import type { TestStore } from "./store"

/** An order of 32.50 that is edited to 22.50, and then paid in full. */
export async function overpaidOrder(
  store: TestStore,
  admin: Merchant
): Promise<Omit<PlacedOrder, "id" | "rail">> {
  const cart = await store.shopper.fillCart()
  await setQuantity(store, cart.id, 3)
  const session = await store.shopper.startSession(cart, PROVIDERS.onchain)
  await settled(store)
  const { body } = await store.shopper.complete(cart)
  const order_id = body.type === "order" ? body.order.id : ""
  await databaseOf(store)("order")
    .where({ id: order_id })
    .update({ created_at: new Date(Date.now() - 5 * 60_000) })
  await editOrder(admin, { order_id }, 2)
  await payAndSettle(store, String(session.data.payment_id))
  return { cart, session, order_id }
}
