import { asksTooMuch, isCovered } from "./amount-due"
import type { Coins } from "./deposits"
import { type ExceptionName, nameOf, traitsOf } from "./exceptions"
import { isAboutHeldMoney, type OpenException } from "./held-money"
import {
  isInTime,
  isOpen,
  isOutlived,
  isPayable,
  isReportAwaited,
} from "./open"
import type { Payment } from "./payment"
import { TRANSFER_KIND } from "./transfers"
import { isOnlyPaymentOfOrder, type OrderState } from "./settle-unpaid"

/** A deposit. The merchant may keep a part of it, for the payment's order or not. */
export type BuyersDeposit = Coins & {
  id: string
  kept_for: "order" | "other" | null
}

/** Money on its way back to the buyer, an exact decimal. */
type BuyersRefund = {
  amount: string
  currency: string
  status: "due" | "sent"
}

/** Records about the money of a payment. */
type MoneyRecords = {
  /** Open exceptions of the payment. */
  exceptions: readonly OpenException[]
  /** Refunds of the payment's deposits, without void ones. */
  refunds: readonly BuyersRefund[]
  /** Deposits of the payment. */
  deposits: readonly BuyersDeposit[]
}

type AnyPayment = Pick<
  Payment,
  | "id"
  | "status"
  | "cart_id"
  | "order_id"
  | "returned_at"
  | "returned_result"
  | "expires_at"
  | "created_at"
>

/** Fields of a payment that its buyer's view is computed from. */
export type BuyersPayment = AnyPayment &
  Pick<Payment, "rail" | "checkout_flow" | "cart_amount" | "locked_until">

/** Payment of the same collection. */
export type Sibling = AnyPayment &
  Pick<Payment, "session_id"> &
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

/** Most fields are those of `StorePayment`, which describes them. */
export type BuyerView = ReturnType<typeof buyerView>

/** After this time without a report, only the merchant can find the money. */
export const REPORTED_WITHIN_MS = 30 * 60_000

/** Computes what a payment's buyer may see. Pure. */
export function buyerView(
  payment: BuyersPayment,
  around: Surroundings,
  now: Date
) {
  const { order, medusa, siblings } = around
  const order_id = orderOf(payment, around)
  const isOrdersOnly = isOnlyPaymentOfOrder(payment, { ...medusa, order }, now)
  const { collection } = medusa
  const isGivenUp = collection?.status === "canceled"
  const hasEnded = payment.status !== "paid" && !isPayable(payment)
  // Also if settling is about to cancel it.
  const order_canceled =
    order?.canceled === true || (hasEnded && isOrdersOnly && !isGivenUp)
  const isTooMuch = collection !== null && asksTooMuch(payment, collection)
  // An order that was placed manually has the goods, or money is kept for it.
  const served =
    (order_id !== null && order_id !== order?.id) ||
    around.deposits.some(({ kept_for }) => kept_for === "order") ||
    // It has other money, which no payment of its collection took.
    (isTooMuch &&
      isCovered(collection) &&
      Boolean(order_id && payment.cart_id && !order?.canceled) &&
      ![payment, ...siblings].some(hasOrder))
  // Without a cart it needs none, unless the linked one takes none of it.
  const isTaken = order_id !== null || order === null
  const isPaidFor = served || (isTaken && hasOrder({ ...payment, order_id }))
  const isSettled = isPaidFor && !order_canceled
  // The buyer of a payment that this one replaced is led here.
  const replaced = payment.status === "paid" && order_id ? siblings : []
  const exceptions = [around, ...replaced].flatMap((each) => each.exceptions)
  const money = moneyOf(payment, { ...around, exceptions }, isSettled, now)
  const { under_review, transfer_seen, sent_back, in_question, refunds } = money
  // Its cart changed or its buyer started again: from now on it is only read.
  const isOver = medusa.session === null || hasEnded
  const replaced_by = replacedBy(payment, siblings, in_question, isOver, now)
  return {
    ...money,
    payable:
      payment.status !== "paid" &&
      !isOver &&
      isInTime(payment, now) &&
      !isTooMuch &&
      replaced_by === null &&
      !order_canceled &&
      !in_question &&
      sent_back === null &&
      !served,
    order_id,
    served,
    final:
      // A payment without a cart needs no order. A cancelled order counts as
      // one.
      isPaidFor ||
      (!under_review &&
        ((payment.status === "paid" && sent_back === "sent") ||
          (payment.status === "cancelled" &&
            !transfer_seen &&
            !refunds.some(({ status }) => status === "due") &&
            // Medusa may be cancelling the order: it gives the collection up
            // first, and that is still to be reported.
            !(isOrdersOnly && isGivenUp)))),
    replaced_by,
    order_canceled,
  }
}

/**
 * Returns the order of a payment. The ledger records an order once its money is
 * placed. Medusa's link counts only if the order exists before the money, and
 * takes it, or is cancelled. Otherwise Medusa may still undo the order.
 */
function orderOf(
  { status, order_id, checkout_flow, cart_id }: BuyersPayment,
  { order, medusa }: Surroundings
): string | null {
  const stands =
    (checkout_flow === "order_first" || cart_id === null) &&
    (status !== "paid" || medusa.payment !== null)
  return order_id ?? (order && (stands || order.canceled) ? order.id : null)
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
  in_question: boolean,
  isOver: boolean,
  now: Date
): string | null {
  if (payment.status === "paid") {
    return null
  }
  const isSince = (at: Date | null) => at !== null && at > payment.created_at
  const others = siblings
    .filter(({ id }) => id !== payment.id)
    .sort((a, b) => b.created_at.getTime() - a.created_at.getTime())
  const free = in_question ? [] : others
  const carrier =
    others.find((each) => hasOrder(each) && isSince(each.paid_told_at)) ??
    free.find((each) => moneyOf(each, each, hasOrder(each), now).in_question) ??
    free.find((each) => isOver && isPayable(each) && isSince(each.created_at))
  return carrier?.session_id ?? null
}

/** Whether it is paid, and has its order. One without a cart needs none. */
function hasOrder({ status, order_id, cart_id }: AnyPayment): boolean {
  return status === "paid" && (order_id !== null || cart_id === null)
}

/** @param isOrdered whether an order has the goods of the payment's money */
function moneyOf(
  payment: AnyPayment,
  { exceptions, refunds, deposits }: MoneyRecords,
  isOrdered: boolean,
  now: Date
) {
  const isSettled =
    isOrdered || deposits.some(({ kept_for }) => kept_for === "order")
  const isPaid = payment.status === "paid"
  const isNamed = (name: ExceptionName) => (each: OpenException) =>
    nameOf(each) === name
  const isDue = refunds.some(({ status }) => status === "due")
  const reviewed = exceptions.filter((each) => isAboutHeldMoney(each, payment))
  const under_review = reviewed.length > 0
  // Unless it is under review, it is exactly what the payment waits for.
  const transfer_seen = under_review
    ? !isPaid && reviewed.every(({ kind }) => kind === TRANSFER_KIND)
    : isOpen(payment) && exceptions.some(isNamed("unreported_transfer.exact"))
  const kept =
    !isSettled && !under_review && deposits.some(({ kept_for }) => kept_for)
  const sent_back: BuyersRefund["status"] | null =
    isSettled || kept || !refunds.length ? null : isDue ? "due" : "sent"
  const isDecided = isSettled || under_review || kept || sent_back !== null
  // The gateway's page sent the buyer back as paid, and no outcome was reported.
  // Once the payment has expired so, the merchant decides.
  const isClaimed =
    !isDecided &&
    isReportAwaited(payment) &&
    (payment.status !== "abandoned" ||
      !isOutlived(payment, now) ||
      exceptions.some(isNamed("never_answered")))
  const returnedMs = now.getTime() - Number(payment.returned_at)
  return {
    under_review,
    already_paid:
      under_review &&
      reviewed.every((each) => traitsOf(each).group === "return"),
    transfer_seen,
    sent_back,
    kept,
    overdue: isClaimed && returnedMs >= REPORTED_WITHIN_MS,
    // Its buyer must not be asked to pay again.
    in_question:
      under_review ||
      transfer_seen ||
      kept ||
      isClaimed ||
      // The merchant's order for this purchase still stands.
      (!isSettled && exceptions.some(isNamed("order_without_money"))) ||
      (isPaid && !isDecided),
    transfers: deposits as readonly Coins[],
    refunds,
  }
}
