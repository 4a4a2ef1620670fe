import { request } from "./connection.ts"
import { StablecoinStoreError } from "./errors.ts"
import { readPayment } from "./payment-state.ts"
import { newest, type PaymentSession } from "./sessions.ts"
import type { StoreConnection, WatchedPayment } from "./types.ts"

type Cart = {
  completed_at?: string | null
  payment_collection?: { payment_sessions?: PaymentSession[] } | null
}

/**
 * The payment that was started earlier, such as before a reload: by its
 * session, or the newest of a cart. Where another one has taken its place, it
 * is that one. Null where there is none.
 *
 * Also null where the order was to stand first (`order_first`) and the browser
 * was gone before the cart was completed: the buyer has not seen the gateway's
 * page yet. Start again, which places the order.
 *
 * @throws StablecoinStoreError when the store can't be asked
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
