import { PROVIDERS } from "../harness/shop/names"
import { type Cart, Shopper } from "../harness/shop/shopper"
import { CartTemplate, TemplateShopper } from "../harness/store/cart-template"
import { payWithoutWebhook } from "../harness/shop/purchase"
import { type Rail, RAILS } from "../../src/ledger"
import { mapConcurrent } from "../../src/shared/map-concurrent"
import type { BuiltStore } from "../harness/built-store/built-store"

/**
 * A started payment session of a cart, on our rails or with another provider.
 */
export type Purchase = { cart: Cart; session_id: string; payment_id: string }

/** A purchase that is paid at the gateway, whose webhook is still to be sent. */
export type Paid = Purchase & { rail: Rail; body: string }

/** Payments that are started concurrently. */
const STARTERS = 4

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

/** Each other payment is on the other rail. */
export const railOf = (index: number): Rail => RAILS[index % RAILS.length]!

/** Starts payments, a few of them concurrently. */
export async function startAll<R extends Rail | { provider: string }>(
  buyers: Buyers,
  count: number,
  on: (index: number) => R
): Promise<(Purchase & { rail: R })[]> {
  const carts: Cart[] = []
  while (carts.length < count) {
    carts.push(await buyers.shopper.fillCart())
  }
  return await mapConcurrent(
    carts.map((cart, index) => ({ cart, rail: on(index) })),
    STARTERS,
    async ({ cart, rail }) => ({
      ...(await startPurchase(buyers, cart, rail)),
      rail,
    })
  )
}

/** Pays all purchases at the gateway, which sends no webhook of them. */
export async function payAll(
  store: BuiltStore,
  purchases: readonly (Purchase & { rail: Rail })[]
): Promise<Paid[]> {
  await store.sandbox.settled()
  const paid: Paid[] = []
  for (const purchase of purchases) {
    const { rail, payment_id: id } = purchase
    const body = await payWithoutWebhook(store, { rail, id })
    paid.push({ ...purchase, body })
  }
  await store.sandbox.settled()
  await store.call("idle")
  return paid
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
