import type { StorePayment } from "../http-types.ts"
import type {
  StablecoinPaymentProps,
  StablecoinPaymentState,
  UseStablecoinPayment,
} from "./types.ts"

/** Whether another payment may replace this one. */
export function isOver({ status }: StorePayment): boolean {
  return ["cancelled", "abandoned", "failed"].includes(status)
}

/**
 * Whether no other payment may replace this one: money of it is in question or
 * has its order, or its order was cancelled.
 */
export function isDecided(payment: StorePayment): boolean {
  const { status, in_question, order_canceled, sent_back } = payment
  const isPaid = status === "paid" && !sent_back
  return Boolean(isPaid || in_question || order_canceled)
}

export function phaseOf(
  payment: StorePayment
): StablecoinPaymentState["phase"] {
  const { status, final, order_id, order_canceled, under_review, sent_back } =
    payment
  if (order_canceled) {
    return "ended"
  }
  if (under_review) {
    return "waiting"
  }
  if (status === "cancelled" || sent_back) {
    return "ended"
  }
  return final && !order_id ? "paid" : "waiting"
}

/** Whether a payment waits that the buyer has put aside. */
export function canResume({ phase, payment }: StablecoinPaymentState): boolean {
  return Boolean(
    phase === "choosing" && payment?.redirect_url && !isOver(payment)
  )
}

/** The buyer's alternative to waiting for this payment. */
export function insteadOf(
  props: StablecoinPaymentProps,
  { phase, payment }: StablecoinPaymentState
): UseStablecoinPayment["instead"] {
  if (
    !payment ||
    payment.in_question ||
    !["waiting", "ended"].includes(phase)
  ) {
    return null
  }
  if (payment.order_canceled) {
    return props.onRestart ? "restart" : null
  }
  if (isDecided(payment)) {
    return null
  }
  const { cartId, paymentCollectionId, onChooseAgain } = props
  return cartId || paymentCollectionId || onChooseAgain ? "choose" : null
}
