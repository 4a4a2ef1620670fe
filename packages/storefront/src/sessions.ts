import { request } from "./connection.ts"
import type { StartedPayment, StoreConnection } from "./types.ts"

/** A Medusa payment session with the plugin's data. */
export type PaymentSession = {
  id: string
  provider_id: string
  /** ISO 8601. */
  created_at?: string
  data: Partial<StartedPayment> & { payment_id?: string }
}

/** The newest session. Two tabs may have started one each. */
export function newest(sessions: PaymentSession[]): PaymentSession | undefined {
  return sessions.reduce<PaymentSession | undefined>(
    (found, each) =>
      found && (found.created_at ?? "") > (each.created_at ?? "")
        ? found
        : each,
    undefined
  )
}

/**
 * Returns the id of the cart's payment collection. Medusa creates one if
 * needed.
 */
export async function collectionOf(
  store: StoreConnection,
  cart_id: string,
  signal?: AbortSignal
): Promise<string> {
  const { payment_collection } = await request<{
    payment_collection: { id: string }
  }>(store, "/store/payment-collections", {
    method: "POST",
    body: { cart_id },
    signal,
  })
  return payment_collection.id
}
