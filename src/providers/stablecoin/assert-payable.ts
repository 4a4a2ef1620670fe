import { MedusaError } from "@medusajs/framework/utils"
import {
  amountDue,
  type AmountDue,
  isSameSum,
  type NotPayable,
  toExactDecimal,
  whyNotPayable,
} from "../../ledger"
import type { MedusaSession } from "../../modules/stablecoin/types"

const REFUSALS: Record<NotPayable, string> = {
  order_cancelled: "This order was cancelled, so nothing is due for it.",
  cancelled:
    "This was cancelled, so nothing is due for it. Check the order's amount due.",
  paid: "This order is paid already.",
  being_placed:
    "The payment for this cart has arrived, and its order is being placed.",
}

/**
 * Returns the amount due of a new session's collection.
 *
 * @throws MedusaError (400) when it can't be paid: it is paid, was cancelled,
 *   or differs from its session's amount
 */
export function assertPayable(session: MedusaSession): AmountDue {
  const due = {
    amount: session.collection_amount,
    status: session.collection_status,
    covered: session.covered_by_others,
    is_being_placed: session.is_being_placed,
    has_cart: session.cart_id !== null,
    order: session.order,
  }
  const why = whyNotPayable(due)
  if (why) {
    throw refusal(REFUSALS[why])
  }
  // Medusa reads the collection and stores the session without a lock, so the
  // cart may have changed in between.
  if (
    session.currency !== session.collection_currency ||
    !isSameSum(session.amount, session.collection_amount)
  ) {
    throw refusal(
      `The cart changed while the payment was started: it now totals ${toExactDecimal(session.collection_amount)} ${session.collection_currency}, and the payment session is for ${toExactDecimal(session.amount)} ${session.currency}. Start the payment again.`
    )
  }
  return due
}

/**
 * Returns the amount of a new payment: all that is due for its collection, or
 * the rest after a partial payment.
 */
export function dueOf(session: MedusaSession): string {
  return amountDue({
    amount: session.collection_amount,
    covered_by_others: session.covered_by_others,
  })
}

function refusal(message: string): MedusaError {
  return new MedusaError(MedusaError.Types.NOT_ALLOWED, message)
}
