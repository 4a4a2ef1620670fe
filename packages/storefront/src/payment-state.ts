import type { StorePaymentResponse } from "./http-types.ts"
import { request } from "./connection.ts"
import type { StoreConnection, WatchedPayment } from "./types.ts"

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
