import type { BuiltStore } from "../harness/built-store/built-store"
import { postSigned } from "../harness/gateway/webhooks"
import { payWithoutWebhook } from "../harness/shop/purchase"
import type { Rail } from "../../src/ledger"
import type { OrderWatcher } from "./order-watcher"
import { type Buyers, startPurchase } from "./purchases"

export type ArrivalBench = {
  store: BuiltStore
  buyers: Buyers
  watcher: OrderWatcher
}

/**
 * Triggers one buyer's payment.
 *
 * @returns milliseconds until the order exists
 */
export type Arrival = () => Promise<number>

/**
 * Pays a purchase at the gateway, whose webhook the arrival sends.
 *
 * @param url where the webhook is sent to
 */
export async function byWebhook(
  { store, buyers, watcher }: ArrivalBench,
  rail: Rail,
  url = store.url
): Promise<Arrival> {
  const cart = await buyers.shopper.fillCart()
  const { payment_id } = await startPurchase(buyers, cart, rail)
  const body = await payWithoutWebhook(store, { rail, id: payment_id })
  return async () => {
    const began = performance.now()
    const { status } = await postSigned({ ...store, url }, rail, body)
    if (status !== 200) {
      throw new Error(`The webhook was answered ${status}.`)
    }
    return (await watcher.placedAt(cart.payment_collection_id)) - began
  }
}
