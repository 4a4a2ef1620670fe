import { createContext, useContext } from "react"
import type { Cart } from "../shop.ts"

/** An item to add to a cart. */
type Wanted = { variant_id: string; quantity: number }

export type CartState = {
  /** The open cart. Undefined while it is loading, null if there isn't one. */
  cart: Cart | null | undefined
  /**
   * The cart that was open here and has become an order, or that another tab has
   * forgotten for one.
   */
  orderedCartId: string | null
  /** The error if the cart could not be read. */
  problem: unknown
  /**
   * Adds items to the cart. Creates a new one if the cart has become an order.
   */
  add(wanted: Wanted[]): Promise<void>
  /** Removes the line if the quantity is 0. */
  setQuantity(lineId: string, quantity: number): Promise<void>
  /** Changes the cart by another call, which returns the updated cart. */
  change(call: (id: string) => Promise<{ cart: Cart }>): Promise<void>
  /** Reads the cart again. */
  reload(): Promise<void>
  /** Forgets an ordered cart. */
  forget(): void
}

export const CartContext = createContext<CartState | null>(null)

export function useCart(): CartState {
  const state = useContext(CartContext)
  if (!state) {
    throw new Error("useCart is used outside of the CartProvider.")
  }
  return state
}
