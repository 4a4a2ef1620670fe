import {
  type BuyersMoney,
  buyersMoney,
  type Claimable,
  type MoneyRecords,
} from "./buyers-money"
import { isOutlived } from "./freshness"
import type { Payment } from "./payment"
import {
  isOrderOrphaned,
  mayBeCancellingOrder,
  type OrderState,
} from "./settle-unpaid"

/** Fields of a payment that its buyer's view is computed from. */
export type BuyersPayment = Claimable &
  Pick<
    Payment,
    "id" | "rail" | "checkout_flow" | "cart_id" | "order_id" | "created_at"
  >

/** Payment of the same collection. */
export type Sibling = Claimable &
  Pick<Payment, "id" | "session_id" | "cart_id" | "order_id" | "created_at"> &
  MoneyRecords & {
    /** When the ledger recorded the payment as paid. */
    paid_told_at: Date | null
  }

/** State outside its own row that a payment's view depends on. */
export type Surroundings = MoneyRecords & {
  /** Payments of its collection, possibly including the payment itself. */
  siblings: readonly Sibling[]
  /** Order linked to its collection. */
  order: { id: string; canceled: boolean } | null
  medusa: Omit<OrderState, "order">
}

export type BuyerView = {
  /** Whether the buyer may be sent to pay. */
  payable: boolean
  order_id: string | null
  /** Whether an order that was placed manually has the goods of its money. */
  served: boolean
  /** Whether this state is final. */
  final: boolean
  /** Session of the payment that carries the purchase now. */
  replaced_by: string | null
  /** Whether the order was cancelled, or settling is about to cancel it. */
  order_canceled: boolean
} & BuyersMoney

/** Computes what a payment's buyer may see. Pure. */
export function buyerView(
  payment: BuyersPayment,
  around: Surroundings,
  now: Date
): BuyerView {
  const order_id = orderOf(payment, around)
  const order_canceled = isOrderCanceled(payment, around, now)
  // Its cart changed or its buyer started again: from now on it is only read.
  const isSuperseded = around.medusa.session === null
  const served = isServed(payment, around)
  const isPaidFor = served || hasOrder({ ...payment, order_id })
  const isSettled = isPaidFor && !order_canceled
  const money = buyersMoney(payment, around, isSettled, now)
  const { under_review, transfer_seen, sent_back, in_question, refunds } = money
  const replaced_by = replacedBy(
    payment,
    around.siblings,
    { in_question, isOver: isSuperseded || hasEnded(payment) },
    now
  )
  return {
    payable:
      (payment.status === "creating" || payment.status === "pending") &&
      !isOutlived(payment, now) &&
      !isSuperseded &&
      replaced_by === null &&
      !order_canceled &&
      !in_question &&
      sent_back === null &&
      !served,
    order_id,
    served,
    final:
      // A cancelled order is still to be reported.
      (payment.status === "cancelled" &&
        !under_review &&
        !transfer_seen &&
        !refunds.some((refund) => refund.status === "due") &&
        !mayBeCancellingOrder(
          payment,
          { ...around.medusa, order: around.order },
          now
        )) ||
      // A payment without a cart needs no order. A cancelled order counts as
      // one.
      isPaidFor ||
      (payment.status === "paid" && sent_back === "sent" && !under_review),
    replaced_by,
    order_canceled,
    ...money,
  }
}

/**
 * Returns the order of a payment. The ledger records an order once its money is
 * placed. Medusa's link counts only if the order exists before the money, or is
 * cancelled. Otherwise Medusa may still undo the order while it completes the
 * cart.
 */
function orderOf(
  { order_id, checkout_flow, cart_id }: BuyersPayment,
  { order }: Surroundings
): string | null {
  const stands = checkout_flow === "order_first" || cart_id === null
  return order_id ?? (order && (stands || order.canceled) ? order.id : null)
}

/** Whether an order that was placed manually has the goods of its money. */
export function isServed(
  { order_id }: Pick<BuyersPayment, "order_id">,
  { order }: Pick<Surroundings, "order">
): boolean {
  return order_id !== null && order_id !== order?.id
}

function isOrderCanceled(
  payment: BuyersPayment,
  { order, medusa }: Surroundings,
  now: Date
): boolean {
  return (
    order?.canceled === true ||
    (hasEnded(payment) && isOrderOrphaned(payment, { ...medusa, order }, now))
  )
}

/**
 * Returns the session of the payment that replaced this one. That is one that
 * was paid since this one was started (an earlier one was insufficient or
 * refunded). Otherwise, if no money of this payment is in question, it is one
 * whose money is, or if this one is over, the newest that was opened after it.
 */
function replacedBy(
  payment: BuyersPayment,
  siblings: readonly Sibling[],
  { in_question, isOver }: { in_question: boolean; isOver: boolean },
  now: Date
): string | null {
  if (payment.status === "paid") {
    return null
  }
  const others = siblings
    .filter(({ id }) => id !== payment.id)
    .sort((a, b) => b.created_at.getTime() - a.created_at.getTime())
  const asksAbout = (other: Sibling): boolean =>
    buyersMoney(other, other, hasOrder(other), now).in_question
  const carrier =
    others.find((other) => hasPaidInstead(other, payment)) ??
    others.find((other) => !in_question && asksAbout(other)) ??
    others.find(
      (other) => !in_question && isOver && isOpenAfter(other, payment)
    )
  return carrier?.session_id ?? null
}

function hasPaidInstead(other: Sibling, payment: BuyersPayment): boolean {
  return (
    hasOrder(other) &&
    other.paid_told_at !== null &&
    other.paid_told_at > payment.created_at
  )
}

/** Whether it is paid, and has its order. One without a cart needs none. */
function hasOrder({
  status,
  order_id,
  cart_id,
}: Pick<Payment, "status" | "order_id" | "cart_id">): boolean {
  return status === "paid" && (order_id !== null || cart_id === null)
}

function isOpenAfter(other: Sibling, payment: BuyersPayment): boolean {
  return (
    (other.status === "creating" || other.status === "pending") &&
    other.created_at > payment.created_at
  )
}

function hasEnded({ status }: BuyersPayment): boolean {
  return status === "abandoned" || status === "failed" || status === "cancelled"
}
