import { request } from "./connection.ts"
import type { StartedPayment, StoreConnection } from "./types.ts"

/** A payment session of Medusa's, with the data that the plugin keeps in it. */
export type PaymentSession = {
  id: string
  provider_id: string
  /** ISO 8601. */
  created_at?: string
  data: Partial<StartedPayment>
}

/** The newest of them: two tabs may have started one each. */
export function newest(sessions: PaymentSession[]): PaymentSession | undefined {
  return sessions.reduce<PaymentSession | undefined>(
    (found, each) =>
      found && (found.created_at ?? "") > (each.created_at ?? "")
        ? found
        : each,
    undefined
  )
}

/** The cart's payment collection, which Medusa makes if there is none. */
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
