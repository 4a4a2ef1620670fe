import { payOnPage } from "../../demo/checkout-page.ts"
import { PROVIDERS } from "../../demo/names.ts"
import { answeredWebhook, Merchant } from "../../demo/observe.mts"
import type { SeededStore } from "../../demo/seed-store.ts"
import { Shopper } from "../../demo/shopper.ts"

export type Bought = {
  /** The order that the webhook placed. */
  order_id: string
  /** In the plugin's ledger. */
  payment_id: string
}

/**
 * Buys as a buyer does, and looks at it as a merchant does: paid on the
 * gateway's page, its webhook answered, the order placed and captured.
 *
 * @throws Error that says what is not so
 */
export async function buy(
  rail: keyof typeof PROVIDERS,
  at: {
    storeUrl: string
    seeded: SeededStore
    /** Of the sandbox. */
    controlUrl: string
    /** Where a storefront answers. */
    storefrontUrl: string
  }
): Promise<Bought> {
  const shopper = new Shopper(at.storeUrl, at.seeded)
  const merchant = await Merchant.login(at.storeUrl)
  const cart = await shopper.fillCart()
  const { data } = await shopper.startSession(cart, PROVIDERS[rail], {
    success_url: `${at.storefrontUrl}/thanks?session={session_id}`,
  })
  const { stops, status } = await payOnPage(String(data.redirect_url))
  const thanks = `${at.storefrontUrl}/thanks?session=${String(data.session_id)}`
  if (stops.at(-1) !== thanks || status !== 200) {
    throw new Error(`The buyer came back by ${stops.join(" → ")}, ${status}.`)
  }
  const payment_id = String(data.payment_id)
  await answeredWebhook(at.controlUrl, payment_id)
  const order = await merchant.paidOrder(cart.payment_collection_id)
  if (order.captured !== cart.total) {
    throw new Error(`${order.captured} was captured of ${cart.total}.`)
  }
  return { order_id: order.id, payment_id }
}
