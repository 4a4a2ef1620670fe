import type { Cart } from "../../../tools/harness/shop/shopper"
import type { TestStore } from "./test-store"

/** A cart of some units of an item, in a currency of another region. */
export async function cartIn(
  { shopper, db }: TestStore,
  currency_code: string,
  price: number,
  quantity = 1
): Promise<Cart> {
  const cart = await shopper.fillCart(quantity)
  const total = Number((price * quantity).toFixed(6))
  const raw = (value: number) => JSON.stringify({ value: `${value}` })
  await db("cart").where({ id: cart.id }).update({ currency_code })
  await db("cart_shipping_method")
    .where({ cart_id: cart.id })
    .update({ amount: 0, raw_amount: raw(0) })
  await db("cart_line_item")
    .where({ cart_id: cart.id })
    .update({ unit_price: price, raw_unit_price: raw(price) })
  await db("payment_collection")
    .where({ id: cart.payment_collection_id })
    .update({ currency_code, amount: total, raw_amount: raw(total) })
  return { ...cart, total }
}
