import { isCovered, isJustDue } from "./collection-due"
import type { AccountInForce } from "./medusa-state"
import { isSameSum } from "./money"
import type { Payment } from "./payment"
import { isTestMoney } from "./test-money"

/** Medusa's state at the moment of an authorization. Amounts are exact decimals. */
export type AuthorizationInput = {
  /** The session that the payment is bound to; null: it is gone, or of another collection. */
  session: { amount: string; currency: string } | null
  collection: { amount: string; currency: string; covered_by_others: string }
  /** Whether an order stood before this authorization. */
  has_order: boolean
  account_in_force: AccountInForce | null
  /** Whether the merchant has sent its money back, or dealt with it by hand. */
  is_resolved: boolean
}

export type NotAuthorized =
  | "not_paid"
  | "test_money"
  | "resolved"
  /** The session asks for another sum than was paid. */
  | "session_differs"
  | "covered"
  /** The cart asks for another sum than its session. */
  | "cart_differs"

/**
 * Why Medusa may not authorize a payment, or null where it may: it is paid, or
 * still open where the order goes first, and session, ledger and collection
 * agree on the sum. An order that stands takes what came: settling names the
 * difference.
 */
export function whyNotAuthorized(
  payment: Payment,
  {
    session,
    collection,
    has_order,
    account_in_force,
    is_resolved,
  }: AuthorizationInput
): NotAuthorized | null {
  const isPaid = payment.status === "paid"
  const mayWait =
    payment.checkout_flow === "order_first" && payment.status === "pending"
  if (!isPaid && !mayWait) {
    return "not_paid"
  }
  if (isPaid && isTestMoney(payment, account_in_force)) {
    return "test_money"
  }
  if (is_resolved) {
    return "resolved"
  }
  if (
    !session ||
    !isSameSum(session.amount, payment.cart_amount) ||
    session.currency !== payment.cart_currency
  ) {
    return "session_differs"
  }
  if (isCovered(collection)) {
    return "covered"
  }
  const agrees =
    isPaid && has_order
      ? session.currency === collection.currency
      : isJustDue(session, collection)
  return agrees ? null : "cart_differs"
}
