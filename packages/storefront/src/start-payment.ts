import { request } from "./connection.ts"
import { StablecoinStoreError } from "./errors.ts"
import type {
  StartedPayment,
  StartPaymentInput,
  StoreConnection,
} from "./types.ts"
import { wait } from "./wait.ts"

/** Attempts to complete a cart whose response lacks the order. */
const TRIES = 3

/**
 * Starts a payment, which the buyer pays at its `redirect_url`. It supersedes
 * an earlier payment of the same cart.
 *
 * Under `order_first` the cart is completed before this returns. The unpaid
 * order exists when the buyer leaves.
 *
 * @throws StablecoinStoreError with the store's message: the cart can't be
 * completed, the choice is not offered, the gateway does not answer
 */
export async function startPayment(
  store: StoreConnection,
  input: StartPaymentInput
): Promise<StartedPayment> {
  const { cart_id, payment_collection_id, provider_id, signal, ...data } = input
  const collection_id =
    payment_collection_id ??
    (cart_id && (await collectionOf(store, cart_id, signal)))
  if (!collection_id) {
    throw new TypeError("startPayment takes cart_id or payment_collection_id.")
  }
  const path = `/store/payment-collections/${encodeURIComponent(collection_id)}/payment-sessions`
  const { payment_collection } = await request<{
    payment_collection: { payment_sessions: PaymentSession[] }
  }>(store, path, {
    method: "POST",
    body: { provider_id, data },
    signal,
  })
  const session = newest(
    payment_collection.payment_sessions.filter(
      (each) => each.provider_id === provider_id
    )
  )
  if (!session?.data.redirect_url) {
    throw new StablecoinStoreError(
      `No payment was started by ${provider_id}: try again.`,
      { request: `POST ${path}` }
    )
  }
  const started = startedPayment(session)
  if (started.checkout_flow === "order_first" && cart_id) {
    started.order_id = await placeOrder(store, cart_id, signal)
  }
  return started
}

/** The session's data has what the buyer sent, too. */
function startedPayment({ id, data }: PaymentSession): StartedPayment {
  const { rail, status, redirect_url, amount, currency } = data
  const { expires_at, checkout_flow, chain, app_url, intent_url } = data
  return {
    ...{ session_id: id, reference: data.payment_id },
    ...{ rail, status, redirect_url, amount, currency },
    ...{ expires_at, checkout_flow, chain, app_url, intent_url },
  } as StartedPayment
}

/**
 * Completes the cart. Medusa answers 200 with the cart when it can't be
 * completed. Rarely its next query does not find the order, and the response
 * has `type` without `order`. Completing the cart again is harmless and returns
 * the order.
 */
async function placeOrder(
  store: StoreConnection,
  cart_id: string,
  signal?: AbortSignal
): Promise<string> {
  const path = `/store/carts/${encodeURIComponent(cart_id)}/complete`
  for (let tries = 1; ; tries++) {
    const { type, order, error } = await request<{
      type: string
      order?: { id: string }
      error?: { message: string }
    }>(store, path, { method: "POST", signal })
    if (order) {
      return order.id
    }
    if (type !== "order" || tries >= TRIES) {
      throw new StablecoinStoreError(
        error?.message ?? "The order could not be placed.",
        { request: `POST ${path}` }
      )
    }
    await wait(tries * 1_000, signal)
  }
}

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
