import type { Knex } from "@medusajs/framework/mikro-orm/knex"

/** Makes a cart one of a single item, without shipping, in another currency. */
export async function repriceCart(
  db: Knex,
  id: string,
  currency_code: string,
  price: number
): Promise<void> {
  const raw = JSON.stringify({ value: `${price}` })
  const collections = db("cart_payment_collection")
    .where({ cart_id: id })
    .select("payment_collection_id")
  await db("cart").where({ id }).update({ currency_code })
  await db("cart_shipping_method")
    .where({ cart_id: id })
    .update({ amount: 0, raw_amount: JSON.stringify({ value: "0" }) })
  await db("cart_line_item")
    .where({ cart_id: id })
    .update({ unit_price: price, raw_unit_price: raw })
  await db("payment_collection")
    .whereIn("id", collections)
    .update({ currency_code, amount: price, raw_amount: raw })
}
