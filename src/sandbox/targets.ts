import type { OrderEntry } from "./books/order"
import type { TransactionEntry } from "./books/transaction"
import { SandboxError } from "./sandbox-error"
import type { State } from "./state"

/** Which transaction or payment order is meant, by one of its names. The latest that fits. */
export type Target = {
  /** Only needed where an order number is used on both APIs. */
  api?: "merchant" | "business"
} & (
  | { orderNo: string }
  /** The checkout token of either API. */
  | { token: string }
  | { orderId: string }
  | { transactionId: string }
)

export type Found =
  | { api: "merchant"; entry: TransactionEntry }
  | { api: "business"; entry: OrderEntry }

/** @throws SandboxError 404 if nothing has that name */
export function findTarget(state: State, target: Target): Found {
  const names: Record<string, string | undefined> = { ...target }
  // A name that was not given is undefined, which no entry has.
  const fits = (entry: { orderNo: string | null; checkoutToken: string }) =>
    entry.orderNo === names.orderNo || entry.checkoutToken === names.token
  const transaction =
    target.api === "business"
      ? undefined
      : state.transactions.find(
          (entry) => fits(entry) || entry.transactionId === names.transactionId
        )
  const order =
    target.api === "merchant"
      ? undefined
      : state.orders.find(
          (entry) => fits(entry) || entry.orderId === names.orderId
        )
  if (order && (!transaction || order.createdAt >= transaction.createdAt)) {
    return { api: "business", entry: order }
  }
  if (transaction) {
    return { api: "merchant", entry: transaction }
  }
  throw new SandboxError(
    `The sandbox has no transaction or order with ${JSON.stringify(target)}. Its books are at GET /state of the control address.`,
    404
  )
}
