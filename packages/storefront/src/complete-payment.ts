import { PaymentEndedError, StablecoinStoreError } from "./errors.ts"
import type { StoreConnection, StoreOrder } from "./types.ts"
import { watchPayment, type WatchOptions } from "./watch-payment.ts"
import { request } from "./connection.ts"
import { wait } from "./wait.ts"

/**
 * Waits until the payment is paid and has its order, and reads the order.
 *
 * Never completes the cart. The payment places the order, and completing an
 * unpaid cart would waste an order number. A failed or abandoned payment may
 * still be paid, so this keeps waiting until the signal aborts.
 *
 * @throws PaymentEndedError when the payment was cancelled, or its order was,
 * even if the order's payment is paid
 * @throws StablecoinStoreError as `watchPayment` does, and when the payment
 * belongs to no order
 * @throws the signal's reason when it is aborted
 */
export async function completePayment<T extends { id: string } = StoreOrder>(
  store: StoreConnection,
  session_id: string,
  options: WatchOptions = {}
): Promise<T> {
  for await (const payment of watchPayment(store, session_id, options)) {
    const isPaid = payment.status === "paid"
    if (payment.order_canceled || (payment.final && !isPaid)) {
      throw new PaymentEndedError(payment)
    }
    if (isPaid && payment.order_id) {
      return await readOrder<T>(store, payment.order_id, options.signal)
    }
  }
  throw new StablecoinStoreError(
    `Payment session ${session_id} is paid, and belongs to no order: use watchPayment.`,
    { request: "completePayment" }
  )
}

const TRIES = 3

/**
 * Reads the order of a paid payment. Retries, because a network error must not
 * look like a failed payment.
 */
export async function readOrder<T>(
  store: StoreConnection,
  id: string,
  signal?: AbortSignal
): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      const path = `/store/orders/${encodeURIComponent(id)}`
      return (await request<{ order: T }>(store, path, { signal })).order
    } catch (error) {
      signal?.throwIfAborted()
      if (tries >= TRIES) {
        throw error
      }
      await wait(tries * 1_000, signal)
    }
  }
}
