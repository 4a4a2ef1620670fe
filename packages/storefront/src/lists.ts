import type {
  StoreOptionsResponse,
  StorePaymentsResponse,
  StorePaymentResponse,
} from "./http-types.ts"
import { request } from "./connection.ts"
import type { StoreConnection, WatchedPayment } from "./types.ts"

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

export const paymentsPath = "/store/stablecoin/payments"

export function paymentPath(sessionId: string): string {
  return `${paymentsPath}/${encodeURIComponent(sessionId)}`
}

/**
 * Reads the payment's current state, or that of the payment that replaced it.
 */
export async function readPayment(
  store: StoreConnection,
  sessionId: string,
  signal?: AbortSignal
): Promise<WatchedPayment> {
  const path = paymentPath(sessionId)
  const answer = await request<StorePaymentResponse>(store, path, { signal })
  return answer.payment.replaced_by
    ? await readPayment(store, answer.payment.replaced_by, signal)
    : watchedPayment(answer)
}

/**
 * Adds the clock offset. Stores with an earlier version don't send their time.
 */
export function watchedPayment({
  payment,
  now,
}: StorePaymentResponse): WatchedPayment {
  const clock_offset_ms = Date.parse(now) - Date.now()
  return Number.isNaN(clock_offset_ms)
    ? payment
    : { ...payment, clock_offset_ms }
}
