import type { ExceptionDraft } from "./exceptions"
import { isOpen } from "./open"
import type { Payment } from "./payment"

/**
 * The question about a hosted payment whose buyer came back by the success URL,
 * and whose end the gateway never told, not until its time was up. It can't be
 * asked there, so a person has to look. Without such a buyer nobody knows
 * anything: then there is no question, and it is only listed.
 *
 * @returns null when there is nothing to ask
 */
export function neverAnswered(
  payment: Payment,
  now: Date
): ExceptionDraft | null {
  const { id, rail, returned_result, expires_at } = payment
  if (
    rail !== "hosted" ||
    !isOpen(payment) ||
    returned_result !== "success" ||
    expires_at.getTime() > now.getTime()
  ) {
    return null
  }
  return {
    kind: "never_answered",
    key: [id, "never_answered"].join(":"),
    message: `The buyer of payment ${id} of ${payment.amount} ${payment.currency} came back by the success URL, and the gateway never said how it ended. Nothing was captured: look for order number ${id} in the gateway's portal, and whether you hold the money.`,
    details: {
      cart_id: payment.cart_id,
      order_id: payment.order_id,
      customer_id: payment.customer_id,
    },
  }
}
