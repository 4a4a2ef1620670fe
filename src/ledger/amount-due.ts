import {
  differenceOf,
  isMoreThan,
  isSameSum,
  lesserOf,
  toMinorUnits,
} from "./money"
import type { CheckoutFlow, Payment } from "./payment"

/**
 * Sums over the payments of a collection, or of all collections of an order.
 * Exact decimals, less what was refunded. A payment that is authorized, and not
 * cancelled, counts in full: it may be captured later.
 */
export type Cover = {
  /** Authorized or captured by other payments than the one in question. */
  covered_by_others: string
  /** Captured by other payments. */
  captured_by_others: string
  /** Authorized or captured by all payments. */
  held: string
  /** Of that, by payments of the ledger that are newer than the one in question. */
  held_later: string
}

/**
 * Sums over all collections of an order. A refund counts once the order has
 * recorded it, since Medusa lowers the total then. `held` is less all refunds.
 */
export type OrderDue = Cover & {
  /** Current total of the order, an exact decimal. */
  total: string
  /** Authorized or captured by all payments, less the recorded refunds. */
  taken: string
  /** Latest version of the order that had another total; null if none had. */
  changed_in: number | null
}

/** A payment collection as Medusa has it. */
export type CollectionMoney = Cover & {
  /** Exact decimal. */
  amount: string
  currency: string
  /**
   * Medusa's status: `completed` once everything was captured, `canceled` when
   * Medusa gave the collection up.
   */
  status: string
  /** Its order, which may ask for less than its collections do. */
  order_due: OrderDue | null
}

/** The amount of a collection and of its order, and how much others pay of it. */
export type CollectionDue = Pick<
  CollectionMoney,
  "amount" | "covered_by_others"
> & { order_due: Pick<OrderDue, "total" | "covered_by_others"> | null }

/** Whether nothing is due of a collection, since others pay for it or its order. */
export function isCovered(due: CollectionDue): boolean {
  const { amount, order_due: of } = due
  const isOrderCovered =
    of !== null && !isCentDue(restOf(of.total, of.covered_by_others))
  // A collection that asks for less than a cent is not paid by others.
  return isOrderCovered || (isCentDue(amount) && !isCentDue(amountDue(due)))
}

/** Whether others pay at least a part of a collection or of its order. */
export function hasOtherMoney(due: CollectionDue | null): boolean {
  return isMoreThan((due?.order_due ?? due)?.covered_by_others ?? "0", "0")
}

/** Less than a cent is Medusa's rounding. */
function isCentDue(amount: string): boolean {
  return toMinorUnits(amount) > 0n
}

/**
 * Whether others have captured so much that a payment asks for more than the
 * rest. An authorization alone is not money: cash on delivery may never be paid.
 */
export function asksTooMuch(
  { cart_amount }: Pick<Payment, "cart_amount">,
  { amount, captured_by_others, order_due }: CollectionMoney
): boolean {
  const due = {
    amount,
    covered_by_others: captured_by_others,
    order_due: order_due && {
      total: order_due.total,
      covered_by_others: order_due.captured_by_others,
    },
  }
  const isMore = toMinorUnits(differenceOf(cart_amount, amountDue(due))) > 0n
  return isCovered(due) || (hasOtherMoney(due) && isMore)
}

/**
 * Remaining amount due of a collection, an exact decimal. Never negative, and
 * never more than that of its order.
 */
export function amountDue({
  amount,
  covered_by_others,
  order_due: of,
}: CollectionDue): string {
  const rest = restOf(amount, covered_by_others)
  const ofOrder = of && restOf(of.total, of.covered_by_others)
  return ofOrder && isMoreThan(rest, ofOrder) ? ofOrder : rest
}

/** Whether Medusa asks for the amount that a payment was started for. */
export function isAmountOf(
  payment: Pick<Payment, "cart_amount" | "cart_currency">,
  { amount, currency }: { amount: string; currency: string }
): boolean {
  return (
    isSameSum(amount, payment.cart_amount) && currency === payment.cart_currency
  )
}

/** Whether a sum is a collection's remaining amount due, in its currency. */
export function isJustDue(
  sum: { amount: string; currency: string },
  collection: CollectionDue & { currency: string }
): boolean {
  return (
    sum.currency === collection.currency &&
    isSameSum(sum.amount, amountDue(collection))
  )
}

/**
 * Remaining amount due once all payments count.
 *
 * @param kept of the payment's money, for something else: its order lacks it, and
 *   Medusa asks for it in no collection
 */
export function stillDue(
  collection: CollectionMoney,
  kept: string | null = null
): string {
  const { amount, held, order_due } = collection
  const due = amountDue({
    amount,
    covered_by_others: held,
    order_due: order_due && {
      total: order_due.total,
      covered_by_others: order_due.taken,
    },
  })
  const rest = order_due ? restOf(order_due.total, order_due.taken) : due
  const lacking = lesserOf(rest, kept ?? "0.00")
  return isMoreThan(lacking, due) ? lacking : due
}

/**
 * The sum that is asked for, and the sums that were taken and are held for it:
 * of the whole order, or of a collection without one.
 */
export function sumsOf({
  order_due,
  ...collection
}: CollectionMoney): Omit<OrderDue, "changed_in"> {
  const { amount: total, held: taken } = collection
  return order_due ?? { ...collection, total, taken }
}

function restOf(amount: string, covered: string): string {
  return isMoreThan(amount, covered) ? differenceOf(amount, covered) : "0.00"
}

/**
 * Medusa's state of a payment collection that a payment is about to be started
 * for. Amounts are exact decimals.
 */
export type AmountDue = CollectionDue & {
  status: CollectionMoney["status"]
  /** Whether one of its payments is paid, and its order is being placed. */
  is_being_placed: boolean
  has_cart: boolean
  /** Order linked to the collection. */
  order: { canceled: boolean } | null
}

export type NotPayable =
  "order_cancelled" | "cancelled" | "paid" | "being_placed"

/**
 * Returns why a collection can't be paid, or null if it can. Decides both what
 * is offered to the buyer and which payments may be started.
 */
export function whyNotPayable(due: AmountDue): NotPayable | null {
  const { status, is_being_placed, order } = due
  if (order?.canceled) {
    return "order_cancelled"
  }
  if (status === "canceled") {
    return "cancelled"
  }
  if (is_being_placed) {
    return "being_placed"
  }
  if (isCovered(due)) {
    return "paid"
  }
  // A collection that was captured and later refunded is finished if it has an
  // order. Without an order it can still be paid: Medusa refunds a cart that it
  // can't complete, and starts again.
  return status === "completed" && order ? "paid" : null
}

/**
 * Returns the flow of a payment that is started now. An unpaid order that
 * already exists makes it `order_first`, even if the merchant has changed the
 * setting since.
 */
export function checkoutFlowFor(
  due: AmountDue,
  chosen: CheckoutFlow
): CheckoutFlow {
  const waits = due.has_cart && due.order && !whyNotPayable(due)
  return waits ? "order_first" : chosen
}
