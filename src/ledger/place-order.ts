import { amountDue, isAmountOf, isJustDue } from "./amount-due"
import type { ReasonOf } from "./exceptions"
import {
  CLOSED_SESSIONS,
  type MedusaState,
  type SettlementStep,
  WAITING_SESSIONS,
} from "./medusa-state"
import type { Payment } from "./payment"
import {
  isCapturedLater,
  misplaced,
  openException,
} from "./settlement-problems"

/**
 * Returns the step towards an order, or the exception if paid money can't
 * become one automatically.
 */
export function placeOrder(
  payment: Payment,
  medusa: MedusaState
): SettlementStep {
  const { session, collection, payment: own, competing_sessions } = medusa
  const refuse = (
    reason: ReasonOf<"cart_changed">,
    now?: { amount: string; currency: string }
  ): SettlementStep =>
    openException(
      payment,
      medusa,
      { kind: "cart_changed", reason },
      now ? { total: now.amount, total_currency: now.currency } : {}
    )

  const { cart_amount: amount, cart_currency: currency } = payment
  const asked = { amount, currency }
  if (!collection) {
    return refuse("gone")
  }
  // A process died in the middle of a capture, and an edit may have cancelled the
  // collection since.
  const step = own?.captured
    ? null
    : (unrecorded(medusa) ?? misplaced(payment, medusa))
  if (step) {
    return step
  }
  if (!session) {
    // Its order was placed, and capturing needs no session.
    const isTaken = own && !own.captured && !own.canceled
    if (medusa.order && isTaken && collection.currency === currency) {
      return unconfirmed(medusa) ?? { do: "capture" }
    }
    // A captured payment can't be moved to another session.
    const isMovable = !own || (!own.captured && !medusa.order)
    if (isMovable && isJustDue(asked, collection)) {
      return released(medusa) ?? { do: "bind_session" }
    }
    return refuse("gone")
  }
  if (!isAmountOf(payment, session)) {
    return refuse("amount", session)
  }
  if (!isJustDue(asked, collection)) {
    const mayDiffer = medusa.order !== null && collection.currency === currency
    if (mayDiffer && !medusa.order?.standing) {
      return {
        do: "retry_later",
        reason: "its order was just placed, and may still be rolled back",
      }
    }
    if (!mayDiffer) {
      return refuse("amount", {
        amount: amountDue(collection),
        currency: collection.currency,
      })
    }
  }
  if (
    !medusa.order &&
    competing_sessions.some((each) => WAITING_SESSIONS.includes(each))
  ) {
    return { do: "drop_competing_sessions" }
  }
  if (CLOSED_SESSIONS.includes(session.status)) {
    return { do: "reopen_session" }
  }
  const lost = lostOrder(medusa)
  if (lost) {
    return lost
  }
  // Medusa refunds a captured payment when it fails to complete the cart, also
  // when a retry would succeed. Only a placed order's payment is captured.
  const { cart_id, order } = medusa
  if (cart_id && !order && !own?.captured) {
    return medusa.is_refused
      ? { do: "nothing", is_stuck: true }
      : { do: "complete_cart", cart_id }
  }
  const next = unconfirmed(medusa)
  if (next || isCapturedLater(payment, medusa)) {
    return next ?? { do: "authorize" }
  }
  return { do: own && !own.captured ? "capture" : "process" }
}

/**
 * Releases what a completion left that failed after its authorization. Medusa
 * would complete the cart with it, and not ask the provider again.
 */
export function released({
  payment,
  order,
  session,
}: MedusaState): SettlementStep | null {
  if (order || !payment || payment.captured) {
    return null
  }
  if (!payment.canceled) {
    return { do: "release_payment" }
  }
  return session && !CLOSED_SESSIONS.includes(session.status)
    ? { do: "close_session", status: "canceled" }
    : null
}

/** Unlinks an order that does not exist. */
export function lostOrder({
  lost_order_id: order_id,
  cart_id,
}: MedusaState): SettlementStep | null {
  return order_id && cart_id ? { do: "unlink_order", order_id, cart_id } : null
}

/**
 * Confirms an order that Medusa may still remove: a completion that fails does,
 * also after its authorization.
 */
export function unconfirmed({
  payment,
  cart_id,
  order,
}: MedusaState): SettlementStep | null {
  return cart_id && order?.standing === false && !payment?.captured
    ? { do: "confirm_order", cart_id, order_id: order.id }
    : null
}

/** Records a capture with the order, or waits for its process to do so. */
export function unrecorded({
  unrecorded_capture: found,
}: MedusaState): SettlementStep | null {
  const reason = "its capture is not recorded with its order yet"
  return found === "lost"
    ? { do: "capture" }
    : found && { do: "retry_later", reason }
}
