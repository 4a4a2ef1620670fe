import { PROVIDERS } from "../harness/shop/names"
import { type Cart, Shopper } from "../harness/shop/shopper"
import { CartTemplate, TemplateShopper } from "../harness/store/cart-template"
import type { Rail } from "../../src/ledger"
import type { BuiltStore } from "../harness/built-store/built-store"

/**
 * A started payment session of a cart, on our rails or with another provider.
 */
export type Purchase = { cart: Cart; session_id: string; payment_id: string }

/**
 * Fills carts one by one. Medusa fills the first. The others are copies of its
 * rows, which take milliseconds.
 */
export type Buyers = { shopper: Shopper; close(): Promise<void> }

/**
 * @param store an idle one: rows that it writes meanwhile would be in every
 *   cart
 */
export async function buyersOf(store: BuiltStore): Promise<Buyers> {
  await store.sandbox.settled()
  await store.call("idle")
  const { url, seeded } = store
  const { databaseUrl } = store
  await CartTemplate.save(databaseUrl, seeded, new Shopper(url, seeded))
  const template = await CartTemplate.load(withoutForeignKeys(store))
  return {
    shopper: new TemplateShopper(url, template),
    close: async () => await template.close(),
  }
}

/**
 * Starts a payment session for a cart, on one of our rails or with any other
 * provider.
 */
export async function startPurchase(
  { shopper }: Buyers,
  cart: Cart,
  rail: Rail | { provider: string }
): Promise<Purchase> {
  const provider = typeof rail === "string" ? PROVIDERS[rail] : rail.provider
  const { id, data } = await shopper.startSession(cart, provider)
  return { cart, session_id: id, payment_id: String(data.payment_id) }
}

/**
 * Disables foreign keys for this connection only, since a cart's rows are
 * written in any order.
 */
function withoutForeignKeys({ databaseUrl }: BuiltStore): string {
  const url = new URL(databaseUrl)
  url.searchParams.set("options", "-c session_replication_role=replica")
  return url.href
}
