import type { Knex } from "@medusajs/framework/mikro-orm/knex"

/**
 * Makes a cart one of a single item, without shipping, in another currency.
 *
 * @param price of one unit of the item
 */
export async function repriceCart(
  db: Knex,
  id: string,
  currency_code: string,
  price: number,
  quantity = 1
): Promise<void> {
  const raw = (value: number) => JSON.stringify({ value: `${value}` })
  const amount = Number((price * quantity).toFixed(6))
  const collections = db("cart_payment_collection")
    .where({ cart_id: id })
    .select("payment_collection_id")
  await db("cart").where({ id }).update({ currency_code })
  await db("cart_shipping_method")
    .where({ cart_id: id })
    .update({ amount: 0, raw_amount: raw(0) })
  await db("cart_line_item")
    .where({ cart_id: id })
    .update({ unit_price: price, raw_unit_price: raw(price) })
  await db("payment_collection")
    .whereIn("id", collections)
    .update({ currency_code, amount, raw_amount: raw(amount) })
}
