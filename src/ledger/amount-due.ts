import {
  type CollectionDue,
  type CollectionMoney,
  isCovered,
} from "./collection-due"
import type { CheckoutFlow } from "./payment"

/**
 * Medusa's state of a payment collection that a payment is about to be started
 * for. Amounts are exact decimals.
 */
export type AmountDue = CollectionDue & {
  status: CollectionMoney["status"]
  /** Whether one of its payments is paid, and its order is being placed. */
  is_being_placed: boolean
  has_cart: boolean
  /** Order linked to the collection. */
  order: { canceled: boolean } | null
}

export type NotPayable =
  "order_cancelled" | "cancelled" | "paid" | "being_placed"

/**
 * Returns why a collection can't be paid, or null if it can. Decides both what
 * is offered to the buyer and which payments may be started.
 */
export function whyNotPayable(due: AmountDue): NotPayable | null {
  const { status, is_being_placed, order } = due
  if (order?.canceled) {
    return "order_cancelled"
  }
  if (status === "canceled") {
    return "cancelled"
  }
  if (is_being_placed) {
    return "being_placed"
  }
  if (isCovered(due)) {
    return "paid"
  }
  // A collection that was captured and later refunded is finished if it has an
  // order. Without an order it can still be paid: Medusa refunds a cart that it
  // can't complete, and starts again.
  return status === "completed" && order ? "paid" : null
}

/**
 * Returns the flow of a payment that is started now. An unpaid order that
 * already exists makes it `order_first`, even if the merchant has changed the
 * setting since.
 */
export function checkoutFlowFor(
  due: AmountDue,
  chosen: CheckoutFlow
): CheckoutFlow {
  const waits = due.has_cart && due.order && !whyNotPayable(due)
  return waits ? "order_first" : chosen
}
