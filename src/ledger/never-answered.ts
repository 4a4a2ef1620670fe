import type { ExceptionDraft, ExceptionProblem } from "./exceptions"
import type { Payment } from "./payment"

/** The problem of a payment without a reported end. */
export const NEVER_ANSWERED = {
  kind: "never_answered",
} as const satisfies ExceptionProblem

/**
 * Maximum number of such exceptions that are open at a time. A return proves
 * nothing: the buyer's browser has the link before it pays, and a scanner may
 * open it. More payments wait in the list until the merchant has resolved some.
 */
export const NEVER_ANSWERED_OPEN = 20

/**
 * Exception of a hosted payment whose buyer returned by the success URL, and
 * whose end the gateway did not report within half an hour. Hosted payments can't
 * be read, so the merchant has to compare with the portal.
 */
export function neverAnswered(payment: Payment): ExceptionDraft {
  const { id } = payment
  return {
    ...NEVER_ANSWERED,
    key: [id, "never_answered"].join(":"),
    details: {
      order_no: id,
      cart_id: payment.cart_id,
      order_id: payment.order_id,
      customer_id: payment.customer_id,
    },
  }
}
