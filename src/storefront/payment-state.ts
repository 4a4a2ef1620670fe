import type { StorePaymentResponse } from "../http-types/store.ts"
import { request } from "./connection.ts"
import type { StoreConnection, WatchedPayment } from "./types.ts"

export function paymentPath(sessionId: string): string {
  return `/store/stablecoin/payments/${encodeURIComponent(sessionId)}`
}

/** The payment as it is now, or the one that carries the purchase in its place. */
export async function readPayment(
  store: StoreConnection,
  sessionId: string,
  signal?: AbortSignal
): Promise<WatchedPayment> {
  for (let id = sessionId; ;) {
    const answer = await request<StorePaymentResponse>(store, paymentPath(id), {
      signal,
    })
    const { replaced_by } = answer.payment
    if (!replaced_by) {
      return watchedPayment(answer)
    }
    id = replaced_by
  }
}

/** Compares the clocks; a store of an earlier version does not tell its own. */
export function watchedPayment({
  payment,
  now,
}: StorePaymentResponse): WatchedPayment {
  const clock_offset_ms = Date.parse(now) - Date.now()
  return Number.isNaN(clock_offset_ms)
    ? payment
    : { ...payment, clock_offset_ms }
}
