import { type ExceptionKind, SETTLEMENT_KINDS } from "./exceptions"
import { isOutlived } from "./freshness"
import {
  heldMoney,
  isAboutOtherMoney,
  type OpenException,
} from "./unassigned-money"
import { isSameAmount } from "./money"
import type { Payment } from "./payment"
import { isOrderOrphaned, type OrderState } from "./settle-unpaid"

/** As much of a payment as its buyer is shown, or it takes to tell whether that will change. */
export type BuyersPayment = Pick<
  Payment,
  | "id"
  | "status"
  | "rail"
  | "checkout_flow"
  | "cart_id"
  | "order_id"
  | "cart_amount"
  | "cart_currency"
  | "expires_at"
  | "created_at"
>

/** A payment of the same collection. */
export type Sibling = Pick<
  Payment,
  | "id"
  | "session_id"
  | "status"
  | "order_id"
  | "cart_amount"
  | "cart_currency"
  | "created_at"
> & {
  /** When the ledger learned that it was paid. */
  paid_told_at: Date | null
}

/** What a payment's state depends on beside its own row. */
export type Surroundings = {
  /** The payments of its collection; itself may be among them. */
  siblings: readonly Sibling[]
  /** The order that is linked to its collection. */
  order: { id: string; canceled: boolean } | null
  medusa: Omit<OrderState, "order">
  /** The open exceptions of the payment. */
  exceptions: readonly OpenException[]
}

export type BuyerView = {
  /** Whether the buyer may be sent to pay. */
  payable: boolean
  order_id: string | null
  /** Nothing more is to be waited for. */
  final: boolean
  /** The session of the payment that carries the purchase now. */
  replaced_by: string | null
  /** The order was cancelled, or settling is about to cancel it. */
  order_canceled: boolean
  /** Money has come that a person has to look at. */
  under_review: boolean
}

/** What a payment's buyer may know of it, pure. */
export function buyerView(
  payment: BuyersPayment,
  around: Surroundings,
  now: Date
): BuyerView {
  const order_id = orderOf(payment, around)
  const order_canceled = isOrderCanceled(payment, around, now)
  // Its cart changed, or its buyer started again: it is only read from here on.
  const isSuperseded = around.medusa.session === null
  const replaced_by = replacedBy(payment, around.siblings, isSuperseded)
  const under_review = around.exceptions.some((each) =>
    isAboutHeldMoney(each, payment)
  )
  return {
    payable:
      (payment.status === "creating" || payment.status === "pending") &&
      !isOutlived(payment, now) &&
      !isSuperseded &&
      replaced_by === null &&
      !order_canceled &&
      !under_review,
    order_id,
    final:
      payment.status === "cancelled" ||
      // What is paid beside a cart needs no order of its own; one that is cancelled is an order, too.
      (payment.status === "paid" &&
        (order_id !== null || payment.cart_id === null)),
    replaced_by,
    order_canceled,
    under_review,
  }
}

/**
 * The ledger notes an order once the money went there. Where the order stands
 * before the money, or is cancelled, Medusa's word counts. Not so otherwise:
 * while a cart is completed, an order is linked that may still be taken back.
 */
function orderOf(
  { order_id, checkout_flow, cart_id }: BuyersPayment,
  { order }: Surroundings
): string | null {
  const stands = checkout_flow === "order_first" || cart_id === null
  return order_id ?? (order && (stands || order.canceled) ? order.id : null)
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
 * The payment that was paid since this one was started (not one before: that
 * did not suffice, or went back), or else, if this one has ended or has lost its
 * session, the newest that was started after it and is open.
 */
function replacedBy(
  payment: BuyersPayment,
  siblings: readonly Sibling[],
  isSuperseded: boolean
): string | null {
  if (payment.status === "paid") {
    return null
  }
  const others = siblings
    .filter(({ id }) => id !== payment.id)
    .sort((a, b) => b.created_at.getTime() - a.created_at.getTime())
  const carrier =
    others.find((other) => hasPaidInstead(other, payment)) ??
    (hasEnded(payment) || isSuperseded
      ? others.find((other) => isOpenAfter(other, payment))
      : undefined)
  return carrier?.session_id ?? null
}

/** Money that found no order, and asked for another sum, does not pay for what this payment is for. */
function hasPaidInstead(other: Sibling, payment: BuyersPayment): boolean {
  return (
    other.status === "paid" &&
    other.paid_told_at !== null &&
    other.paid_told_at > payment.created_at &&
    (other.order_id !== null ||
      (isSameAmount(other.cart_amount, payment.cart_amount) &&
        other.cart_currency === payment.cart_currency))
  )
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

/** Kinds of exceptions about money that is where it belongs, or never moved. */
const PLACED_KINDS: readonly string[] = [
  "amount_due_changed",
  "test_money",
] satisfies ExceptionKind[]

/** Whether an open exception says that money came, and that nobody knows yet what for. */
function isAboutHeldMoney(
  question: OpenException,
  { status }: BuyersPayment
): boolean {
  if (isAboutOtherMoney(question)) {
    return heldMoney(question, null, []) !== null
  }
  if (question.kind === "unreadable_event") {
    // A word that could be believed came since.
    return status !== "paid"
  }
  return (
    (SETTLEMENT_KINDS as readonly string[]).includes(question.kind) &&
    !PLACED_KINDS.includes(question.kind) &&
    // Some are asked before there is money.
    question.details?.status === "paid"
  )
}
