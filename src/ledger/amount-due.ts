import { isCovered } from "./collection-due"
import type { CheckoutFlow } from "./payment"

/** What Medusa's books say of a payment collection that a payment is to be started for. Amounts are exact decimals. */
export type AmountDue = {
  amount: string
  /** Medusa's own word: `completed` when all was captured once, `canceled` when it gave it up. */
  status: string
  /** What its payments authorized or captured and did not refund. */
  covered: string
  has_cart: boolean
  /** The order that is linked to the collection. */
  order: { canceled: boolean } | null
}

export type NotPayable = "order_cancelled" | "cancelled" | "paid"

/**
 * Why no buyer may be sent to pay what a collection asks for, or null where it
 * can be paid. A buyer is offered what this allows, and a start takes nothing
 * else.
 */
export function whyNotPayable(asked: AmountDue): NotPayable | null {
  const { amount, status, covered, order } = asked
  if (order?.canceled) {
    return "order_cancelled"
  }
  if (status === "canceled") {
    return "cancelled"
  }
  if (isCovered({ amount, covered_by_others: covered })) {
    return "paid"
  }
  // What was captured once and refunded since is finished. Without an order it
  // is not: Medusa refunds a cart that it can't complete, and starts again.
  return status === "completed" && order ? "paid" : null
}

/**
 * The flow of a payment that is started now. An order that stands and waits for
 * its money was placed before it, whatever the merchant has chosen since.
 */
export function checkoutFlowFor(
  asked: AmountDue,
  chosen: CheckoutFlow
): CheckoutFlow {
  const waits = asked.has_cart && asked.order && !whyNotPayable(asked)
  return waits ? "order_first" : chosen
}
