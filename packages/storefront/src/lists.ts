import type {
  StoreOptionsResponse,
  StorePaymentsResponse,
} from "./http-types.ts"
import { request } from "./connection.ts"
import { paymentsPath } from "./payment-state.ts"
import type { StoreConnection } from "./types.ts"

/**
 * Lists the ways to pay a cart, or the amount due of an order, in stablecoins.
 * `options` is empty when none is available.
 *
 * @throws StablecoinStoreError 404 when the cart or collection does not exist
 */
export async function listOptions(
  store: StoreConnection,
  where: { cart_id: string } | { payment_collection_id: string },
  { signal }: { signal?: AbortSignal } = {}
): Promise<StoreOptionsResponse> {
  const query = new URLSearchParams(where)
  return await request(store, `/store/stablecoin/options?${query}`, { signal })
}

/**
 * Lists the payments of an order, the newest first: those that paid for it, and
 * those of its cart that did not. `due` is what the order still asks for without
 * a way to pay it.
 */
export async function listPayments(
  store: StoreConnection,
  where: { order_id: string },
  { signal }: { signal?: AbortSignal } = {}
): Promise<StorePaymentsResponse> {
  const query = new URLSearchParams(where)
  return await request(store, `${paymentsPath}?${query}`, { signal })
}
