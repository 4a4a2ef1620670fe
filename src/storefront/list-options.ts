import type { StoreOptionsResponse } from "../http-types/store.ts"
import { request } from "./connection.ts"
import type { StoreConnection } from "./types.ts"

/**
 * The ways to pay a cart, or what an order still owes, in stablecoins: `options`
 * is empty where there is none.
 *
 * @throws StablecoinStoreError: 404 when there is no such cart or collection
 */
export async function listOptions(
  store: StoreConnection,
  where: { cart_id: string } | { payment_collection_id: string },
  { signal }: { signal?: AbortSignal } = {}
): Promise<StoreOptionsResponse> {
  const query = new URLSearchParams(where)
  return await request(store, `/store/stablecoin/options?${query}`, { signal })
}
