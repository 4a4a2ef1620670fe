import type { StorePaymentsResponse } from "./http-types.ts"
import { request } from "./connection.ts"
import { paymentsPath } from "./payment-state.ts"
import type { StoreConnection } from "./types.ts"

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
