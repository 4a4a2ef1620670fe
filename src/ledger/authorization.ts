import { isPriceExpired } from "./late-price"
import { isAmountOf, isCovered, isJustDue } from "./amount-due"
import type { CurrentAccount, MedusaState } from "./medusa-state"
import type { Payment } from "./payment"

export type NotAuthorized =
  | "not_paid"
  | "test_money"
  | "price_expired"
  | "resolved"
  /** The session's amount or currency differs from the payment's. */
  | "session_differs"
  | "covered"
  /** The amount due of the cart differs from its session's. */
  | "cart_differs"

/** Whether a payment had its order before it is authorized. */
export function hasStandingOrder({
  order,
}: Pick<MedusaState, "order">): boolean {
  return order?.canceled === false && order.standing
}

/**
 * Returns why Medusa may not authorize a payment, or null if it may. The
 * payment must be paid, or still open in the `order_first` flow. Session,
 * ledger and collection must agree on the amount. An existing order accepts the
 * paid amount, and settling reports the difference.
 *
 * @param isResolved whether the merchant sends its money back or keeps it for
 *   another order
 */
export function whyNotAuthorized(
  payment: Payment,
  medusa: Pick<
    MedusaState,
    "session" | "collection" | "order" | "manual_order" | "current_account"
  >,
  isResolved: boolean
): NotAuthorized | null {
  const { session, collection, manual_order, current_account } = medusa
  const isPaid = payment.status === "paid"
  const mayWait =
    payment.checkout_flow === "order_first" && payment.status === "pending"
  if (!isPaid && !mayWait) {
    return "not_paid"
  }
  if (isPaid && isTestMoney(payment, current_account)) {
    return "test_money"
  }
  if (isPaid && isPriceExpired(payment)) {
    return "price_expired"
  }
  if (isResolved) {
    return "resolved"
  }
  if (!session || !collection || !isAmountOf(payment, session)) {
    return "session_differs"
  }
  const hasOrder = hasStandingOrder(medusa)
  // While an order is being placed, its cart is what has to agree.
  const due = hasOrder ? collection : { ...collection, order_due: null }
  if (isCovered(due) || (manual_order && !hasOrder)) {
    return "covered"
  }
  const agrees =
    isPaid && hasOrder
      ? session.currency === due.currency
      : isJustDue(session, due)
  return agrees ? null : "cart_differs"
}

/**
 * Whether a payment is simulated while the store takes live payments: no funds
 * moved, so that it buys nothing. While the mode of the current account is
 * unknown, a test payment of another account is not trusted.
 */
export function isTestMoney(
  { mode, account }: Pick<Payment, "mode" | "account">,
  current: CurrentAccount | null
): boolean {
  if (mode === null || mode === "live" || !current) {
    return false
  }
  return (
    current.mode === "live" ||
    (current.mode === null && current.account !== account)
  )
}
