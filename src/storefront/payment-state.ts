import type { StorePayment, StorePaymentResponse } from "../http-types/store.ts"
import { request } from "./connection.ts"
import { patience } from "./patience.ts"
import type { StoreConnection } from "./types.ts"

const ANSWER_MS = 15_000

export function paymentPath(sessionId: string): string {
  return `/store/stablecoin/payments/${encodeURIComponent(sessionId)}`
}

/** The payment as it is now, or the one that carries the purchase in its place. */
export async function readPayment(
  store: StoreConnection,
  sessionId: string,
  signal?: AbortSignal
): Promise<StorePayment> {
  const asked = patience(signal)
  asked.within(ANSWER_MS)
  try {
    for (let id = sessionId; ;) {
      const { payment } = await request<StorePaymentResponse>(
        store,
        paymentPath(id),
        { signal: asked.signal }
      )
      if (!payment.replaced_by) {
        return payment
      }
      id = payment.replaced_by
    }
  } finally {
    asked.end()
  }
}
