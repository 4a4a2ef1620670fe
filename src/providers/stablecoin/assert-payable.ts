import {
  type AmountDue,
  isSameSum,
  type NotPayable,
  toExactDecimal,
  whyNotPayable,
} from "../../ledger"
import type { MedusaSession } from "../../modules/stablecoin/types"
import { notAllowed } from "./errors"

const REFUSALS: Record<NotPayable, string> = {
  order_cancelled: "This order was cancelled, so nothing is due for it.",
  cancelled:
    "This was cancelled, so nothing is due for it. Check the order's amount due.",
  paid: "This order is paid already.",
  being_placed:
    "The money for this cart has arrived. Its order is being placed, or was placed by the shop.",
}

/**
 * Returns the amount due of a new session's collection.
 *
 * @throws MedusaError (400) when it can't be paid: it is paid, was cancelled,
 *   or differs from its session's amount
 */
export function assertPayable(session: MedusaSession): AmountDue {
  const { collection, cart_id, is_being_placed, order } = session
  const has_cart = cart_id !== null
  const due = { ...collection, is_being_placed, has_cart, order }
  const why = whyNotPayable(due)
  if (why) {
    throw notAllowed(REFUSALS[why])
  }
  // Medusa reads the collection and stores the session without a lock, so the
  // cart may have changed in between.
  if (
    session.currency !== collection.currency ||
    !isSameSum(session.amount, collection.amount)
  ) {
    throw notAllowed(
      `The cart changed while the payment was started: it now totals ${toExactDecimal(collection.amount)} ${collection.currency}, and the payment session is for ${toExactDecimal(session.amount)} ${session.currency}. Start the payment again.`
    )
  }
  return due
}
