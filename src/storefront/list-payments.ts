import type {
  StorePayment,
  StorePaymentsResponse,
} from "../http-types/store.ts"
import { request } from "./connection.ts"
import { paymentsPath } from "./payment-state.ts"
import type { StoreConnection } from "./types.ts"

/**
 * Lists the payments of an order, the newest first: those that paid for it, and
 * those of its cart that did not. Their `transfers` are all that was paid, and
 * their `refunds` all that goes back.
 */
export async function listPayments(
  store: StoreConnection,
  where: { order_id: string },
  { signal }: { signal?: AbortSignal } = {}
): Promise<StorePayment[]> {
  const path = `${paymentsPath}?${new URLSearchParams(where)}`
  return (await request<StorePaymentsResponse>(store, path, { signal }))
    .payments
}
