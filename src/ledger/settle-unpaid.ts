import { canBeCancelled, cancellationOf } from "./cancellation"
import {
  amountDue,
  asksTooMuch,
  type CollectionMoney,
  hasOtherMoney,
  isCovered,
  isJustDue,
} from "./amount-due"
import {
  CLOSED_SESSIONS,
  type MedusaState,
  type SettlementStep,
  WAITING_SESSIONS,
} from "./medusa-state"
import { graceEndsAt, isOpen, isOutlived, isPayable } from "./open"
import type { Payment } from "./payment"
import { RAIL_TRAITS } from "./rails"
import type { TransferReason } from "./transfers"

const NOTHING: SettlementStep = { do: "nothing" }

/**
 * Returns the next step until a payment without money blocks nothing: no
 * gateway order, no session, no stock.
 */
export function settleUnpaid(
  payment: Payment,
  medusa: MedusaState,
  now: Date
): SettlementStep {
  const reason = reasonOfExact(payment, medusa)
  if (medusa.exact_transfers.some((each) => each !== reason)) {
    return { do: "judge_transfers", reason, details: nowDue(medusa, reason) }
  }
  // Medusa first: the gateway may never end an abandoned payment, and stock must
  // not wait for that.
  const inMedusa = isPayable(payment)
    ? NOTHING
    : endInMedusa(payment, medusa, now)
  return inMedusa.do === "nothing" && isOpen(payment)
    ? endIfOver(payment, medusa, now)
    : inMedusa
}

/** Whether Medusa still asks for exactly what a payment waits for. */
function reasonOfExact(
  { cart_amount: amount, cart_currency: currency }: Payment,
  { order, collection }: MedusaState
): TransferReason {
  if (!collection || collection.status === "canceled" || order?.canceled) {
    return "changed"
  }
  if (isCovered(collection)) {
    return hasOtherMoney(collection) ? "again" : "changed"
  }
  const isDue = order || isJustDue({ amount, currency }, collection)
  return isDue ? "exact" : "changed"
}

/** The amount due of a cart that changed, if it still exists. */
function nowDue({ collection }: MedusaState, reason: TransferReason) {
  return collection && reason === "changed"
    ? { total: amountDue(collection), total_currency: collection.currency }
    : { total: null, total_currency: null }
}

function endIfOver(
  payment: Payment,
  medusa: MedusaState,
  now: Date
): SettlementStep {
  if (!medusa.has_used_money && !isOver(payment, medusa, now)) {
    // A payment that the gateway can't cancel is only abandoned, and still
    // accepts money.
    const graceEnds = canBeCancelled(payment) ? graceEndsAt(payment) : now
    if (medusa.session || (graceEnds && now < graceEnds)) {
      return NOTHING
    }
    if (!graceEnds) {
      return { do: "note_superseded" }
    }
  }
  // The merchant decides first.
  if (medusa.has_seen_money) {
    return NOTHING
  }
  const end = cancellationOf(payment, medusa.is_readable, now)
  if ("do" in end) {
    return end
  }
  // It waits for the credentials that started it until it expires.
  const isLost = end.refused === "no_credentials" && isOutlived(payment, now)
  return isLost && payment.status !== "abandoned" ? { do: "abandon" } : NOTHING
}

/**
 * Whether its money could not be used: the order was cancelled, less is due by
 * now, or the payment expired.
 */
function isOver(
  payment: Payment,
  { order, collection }: MedusaState,
  now: Date
): boolean {
  return (
    order?.canceled === true ||
    collection?.status === "canceled" ||
    isOutlived(payment, now) ||
    (collection !== null && asksTooMuch(payment, collection))
  )
}

function endInMedusa(
  payment: Payment,
  medusa: MedusaState,
  now: Date
): SettlementStep {
  if (medusa.session && WAITING_SESSIONS.includes(medusa.session.status)) {
    return {
      do: "close_session",
      status: payment.status === "failed" ? "error" : "canceled",
    }
  }
  return medusa.order &&
    medusa.collection?.status !== "canceled" &&
    isOnlyPaymentOfOrder(payment, medusa, now)
    ? { do: "cancel_order", order_id: medusa.order.id }
    : NOTHING
}

/** Parts of Medusa's state that show whether an order has another payment. */
export type OrderState = Pick<MedusaState, "competing_sessions" | "cart_id"> & {
  session: object | null
  payment: object | null
  order: { canceled: boolean } | null
  collection: CollectionMoney | null
}

/**
 * Whether an `order_first` order depends only on this unpaid payment. Settling
 * cancels it then, unless its collection is cancelled: Medusa may be cancelling
 * the order right now, or another collection of it has replaced that one.
 */
export function isOnlyPaymentOfOrder(
  payment: Pick<Payment, "checkout_flow" | "status" | "rail" | "expires_at">,
  {
    session,
    order,
    competing_sessions,
    collection,
    cart_id,
    payment: own,
  }: OrderState,
  now: Date
): boolean {
  return (
    payment.checkout_flow === "order_first" &&
    // Without a session: the buyer chose another way to pay for the same order.
    session !== null &&
    order?.canceled === false &&
    // Without a cart, the collection is for an additional amount due, and the
    // order is valid without it.
    cart_id !== null &&
    own === null &&
    competing_sessions.every((each) => CLOSED_SESSIONS.includes(each)) &&
    // An order with nothing due stands, also if nothing was paid for it.
    !(collection && isCovered(collection)) &&
    !hasOtherMoney(collection) &&
    !mayStillSucceed(payment, now)
  )
}

/**
 * Whether a failed payment may be retried on the gateway's page, which is
 * possible until it expires.
 */
export function mayStillSucceed(
  payment: Pick<Payment, "status" | "rail" | "expires_at">,
  now: Date
): boolean {
  return (
    payment.status === "failed" &&
    RAIL_TRAITS[payment.rail].mayRecover &&
    !isOutlived(payment, now)
  )
}
