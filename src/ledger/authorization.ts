import {
  type CollectionDue,
  isAmountOf,
  isCovered,
  isJustDue,
} from "./collection-due"
import type { CurrentAccount } from "./medusa-state"
import type { Payment } from "./payment"
import { isTestMoney } from "./test-money"

/** Medusa's state during an authorization. Amounts are exact decimals. */
export type AuthorizationInput = {
  /**
   * Session that the payment is bound to; null if it was deleted or belongs to
   * another collection.
   */
  session: {
    amount: string
    currency: string
    collection: CollectionDue & { currency: string }
  } | null
  /** Whether an order existed before this authorization. */
  has_order: boolean
  /** Whether the merchant has created an order of its cart manually. */
  has_manual_order: boolean
  current_account: CurrentAccount | null
  /** Whether the merchant sends its money back or keeps it for another order. */
  is_resolved: boolean
}

export type NotAuthorized =
  | "not_paid"
  | "test_money"
  | "resolved"
  /** The session's amount or currency differs from the payment's. */
  | "session_differs"
  | "covered"
  /** The amount due of the cart differs from its session's. */
  | "cart_differs"

/**
 * Returns why Medusa may not authorize a payment, or null if it may. The
 * payment must be paid, or still open in the `order_first` flow. Session,
 * ledger and collection must agree on the amount. An existing order accepts the
 * paid amount, and settling reports the difference.
 */
export function whyNotAuthorized(
  payment: Payment,
  {
    session,
    has_order,
    has_manual_order,
    current_account,
    is_resolved,
  }: AuthorizationInput
): NotAuthorized | null {
  const isPaid = payment.status === "paid"
  const mayWait =
    payment.checkout_flow === "order_first" && payment.status === "pending"
  if (!isPaid && !mayWait) {
    return "not_paid"
  }
  if (isPaid && isTestMoney(payment, current_account)) {
    return "test_money"
  }
  if (is_resolved) {
    return "resolved"
  }
  if (!session || !isAmountOf(payment, session)) {
    return "session_differs"
  }
  // While an order is being placed, its cart is what has to agree.
  const collection = has_order
    ? session.collection
    : { ...session.collection, order_due: null }
  if (isCovered(collection) || (has_manual_order && !has_order)) {
    return "covered"
  }
  const agrees =
    isPaid && has_order
      ? session.currency === collection.currency
      : isJustDue(session, collection)
  return agrees ? null : "cart_differs"
}
