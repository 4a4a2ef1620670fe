import type { TestStore } from "./store"

/** Sets the quantity of a cart's only item. */
export async function setQuantity(
  store: TestStore,
  cartId: string,
  quantity: number
): Promise<void> {
  const body = await store.shopper.get<{
    cart: { items: { id: string }[] }
  }>(`/store/carts/${cartId}?fields=items.id`)
  const answer = await store.shopper.call(
    "POST",
    `/store/carts/${cartId}/line-items/${body.cart.items[0]!.id}?fields=id`,
    { quantity }
  )
  expect(answer.status).toBe(200)
}
