import type { Cart, Order } from "../shop.ts"

/** An item to add to a cart. */
export type Wanted = { variant_id: string; quantity: number }

/** The number of items in a cart. */
export function count(cart: Cart): number {
  return (cart.items ?? []).reduce((sum, { quantity }) => sum + quantity, 0)
}

/** The items of an order, to buy them again. */
export function wantedAgain(order: Order): Wanted[] {
  return (order.items ?? []).flatMap(({ variant_id, quantity }) =>
    variant_id ? [{ variant_id, quantity }] : []
  )
}
