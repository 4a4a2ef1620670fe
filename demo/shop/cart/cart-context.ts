import { createContext, useContext } from "react"
import type { Cart } from "../shop.ts"
import type { Wanted } from "./lines.ts"

export type CartState = {
  /** The cart that can be filled; undefined while it is read, null where there is none. */
  cart: Cart | null | undefined
  /** The cart that this page was filled with, once it has become an order. */
  orderedCartId: string | null
  /** Why it could not be read. */
  problem: unknown
  /** Puts things into the cart; an ordered one makes room for a new one. */
  add(wanted: Wanted[]): Promise<void>
  /** 0 takes the line out. */
  setQuantity(lineId: string, quantity: number): Promise<void>
  /** Changes the cart by any other call, whose answer is the cart as it is then. */
  change(call: (id: string) => Promise<{ cart: Cart }>): Promise<void>
  /** Reads it anew. */
  reload(): Promise<void>
  /** Lets go of an ordered cart. */
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
