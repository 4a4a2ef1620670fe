import type { StorePayment, StorePaymentResponse } from "../http-types/store.ts"
import { request } from "./connection.ts"
import type { StoreConnection } from "./types.ts"

export function paymentPath(sessionId: string): string {
  return `/store/stablecoin/payments/${encodeURIComponent(sessionId)}`
}

/** The payment as it is now, or the one that carries the purchase in its place. */
export async function readPayment(
  store: StoreConnection,
  sessionId: string,
  signal?: AbortSignal
): Promise<StorePayment> {
  for (let id = sessionId; ;) {
    const { payment } = await request<StorePaymentResponse>(
      store,
      paymentPath(id),
      { signal }
    )
    if (!payment.replaced_by) {
      return payment
    }
    id = payment.replaced_by
  }
}
