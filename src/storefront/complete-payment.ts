import { PaymentEndedError, StablecoinStoreError } from "./errors.ts"
import { readOrder } from "./read-order.ts"
import type { StoreConnection, StoreOrder } from "./types.ts"
import { watchPayment, type WatchOptions } from "./watch-payment.ts"

/**
 * Waits until the payment is paid and has its order, and reads the order.
 *
 * The cart is never completed from here: the money places the order, and
 * completing an unpaid cart would burn an order number. A payment that failed
 * or was given up may still be paid, so the waiting goes on; a signal ends it.
 *
 * @throws PaymentEndedError when it was cancelled, or its order was: the latter also when the money has come
 * @throws StablecoinStoreError as `watchPayment`, and where a payment belongs to no order
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
