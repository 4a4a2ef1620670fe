import type { StoreOptionsResponse } from "./http-types.ts"
import { request } from "./connection.ts"
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
