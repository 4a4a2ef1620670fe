import type { StorePayment } from "../../../http-types/store"
import type { LivePayment } from "../store/live-payments"

/** A payment as its buyer sees it, under the session that was asked for. */
export function storePayment(
  payment: LivePayment,
  sessionId: string,
  now: Date
): StorePayment {
  return {
    session_id: sessionId,
    rail: payment.rail,
    status: payment.status,
    redirect_url: isPayable(payment, now) ? payment.redirect_url : null,
    expires_at: payment.expires_at.toISOString(),
    ...(payment.order_id ? { order_id: payment.order_id } : {}),
    final: isFinal(payment),
    ...(payment.replaced_by ? { replaced_by: payment.replaced_by } : {}),
  }
}

/** Whether there is nothing left to wait for. Failed and abandoned ones may still be paid. */
function isFinal({ status, order_id, cart_id }: LivePayment): boolean {
  return (
    status === "cancelled" ||
    // What is paid beside a cart needs no order of its own.
    (status === "paid" && (order_id !== null || cart_id === null))
  )
}

/** Nobody is sent to pay for what another payment has paid. */
function isPayable(payment: LivePayment, now: Date): boolean {
  const { status, expires_at, replaced_by } = payment
  return (
    (status === "creating" || status === "pending") &&
    now < expires_at &&
    replaced_by === null
  )
}
