import { request } from "./connection.ts"
import { StablecoinStoreError } from "./errors.ts"
import { readPayment } from "./lists.ts"
import { newest, type PaymentSession } from "./start-payment.ts"
import type { StoreConnection, WatchedPayment } from "./types.ts"

type Cart = {
  completed_at?: string | null
  payment_collection?: { payment_sessions?: PaymentSession[] } | null
}

/**
 * Finds the payment that was started earlier, such as before a reload. Takes
 * its session, or a cart, whose newest payment is used. Returns the payment
 * that replaced it, if any, and null when none is found.
 *
 * Also null under `order_first` when the browser was closed before the cart was
 * completed. The buyer has not seen the gateway's page yet. Start again, which
 * places the order.
 *
 * @throws StablecoinStoreError when the store can't be read
 */
export async function resumePayment(
  store: StoreConnection,
  where: { session_id: string } | { cart_id: string },
  { signal }: { signal?: AbortSignal } = {}
): Promise<WatchedPayment | null> {
  try {
    if ("session_id" in where) {
      return await readPayment(store, where.session_id, signal)
    }
    const { cart } = await request<{ cart: Cart }>(
      store,
      `/store/carts/${encodeURIComponent(where.cart_id)}?fields=id,completed_at,*payment_collection.payment_sessions`,
      { signal }
    )
    const session = newest(
      cart.payment_collection?.payment_sessions?.filter(({ provider_id }) =>
        provider_id.startsWith("pp_stablecoin-")
      ) ?? []
    )
    if (!session) {
      return null
    }
    const payment = await readPayment(store, session.id, signal)
    const isUnplaced =
      session.data.checkout_flow === "order_first" && !cart.completed_at
    return isUnplaced && payment.status !== "paid" ? null : payment
  } catch (error) {
    if (error instanceof StablecoinStoreError && error.status === 404) {
      return null
    }
    throw error
  }
}
