import type { Cart } from "../../../tools/harness/shop/shopper"
import { repriceCart } from "./reprice-cart"
import type { TestStore } from "./test-store"

/** A cart of some units of an item, in a currency of another region. */
export async function cartIn(
  { shopper, db }: TestStore,
  currency_code: string,
  price: number,
  quantity = 1
): Promise<Cart> {
  const cart = await shopper.fillCart(quantity)
  await repriceCart(db, cart.id, currency_code, price, quantity)
  return { ...cart, total: Number((price * quantity).toFixed(6)) }
}
