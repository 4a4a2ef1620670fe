/**
 * Why Medusa can't place an order, however often it is tried:
 * - `sold_out`: an item has no stock left
 * - `promotion_used_up`: a promotion of the cart is used up
 */
export type CartRefusal = "sold_out" | "promotion_used_up"

/** Thrown when Medusa can't complete the cart of a paid payment. */
export class CartRefused extends Error {
  override name = "CartRefused"

  constructor(
    readonly refusal: CartRefusal,
    message: string
  ) {
    super(message)
  }
}
