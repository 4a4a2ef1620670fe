import type { Cart, Order } from "../shop.ts"

/** What is to be put into a cart. */
export type Wanted = { variant_id: string; quantity: number }

/** How many things are in a cart. */
export function count(cart: Cart): number {
  return (cart.items ?? []).reduce((sum, { quantity }) => sum + quantity, 0)
}

/** The things of an order, to be bought anew. */
export function wantedAgain(order: Order): Wanted[] {
  return (order.items ?? []).flatMap(({ variant_id, quantity }) =>
    variant_id ? [{ variant_id, quantity }] : []
  )
}
