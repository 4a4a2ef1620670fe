import type { StorePayment } from "../../http-types/store.ts"
import { StablecoinStoreError } from "../errors.ts"
import { fill, type StablecoinLabels } from "./labels.ts"
import type { UseStablecoinPayment } from "./types.ts"

/**
 * The sentence for the live region, which screen readers announce on change.
 * Mostly empty while the buyer chooses.
 */
export function statusText(
  page: UseStablecoinPayment,
  labels: StablecoinLabels
): string {
  const { phase, payment, order, choice, isOrderLate } = page
  switch (phase) {
    case "loading":
      return labels.loading
    case "starting":
      return labels.starting
    case "choosing":
      return choice ? historyText(payment, labels) : labels.none
    case "error":
      return ""
    case "paid":
      return order
        ? fill(labels.ordered, { number: String(order.display_id) })
        : labels.arrived
    case "waiting":
    case "ended":
      return payment ? stateText(payment, isOrderLate, labels) : ""
  }
}

/**
 * The outcome of an earlier payment, which the buyer should read before paying
 * again.
 */
function historyText(
  payment: StorePayment | null,
  labels: StablecoinLabels
): string {
  return payment ? (overText(payment, labels) ?? labels.confirming) : ""
}

function stateText(
  payment: StorePayment,
  isOrderLate: boolean,
  labels: StablecoinLabels
): string {
  const { session_id, status, returned, under_review } = payment
  const hasMoney = status === "paid" || under_review
  if (payment.order_canceled) {
    return hasMoney ? labels.paidOrderCancelled : labels.orderCancelled
  }
  if (under_review || isOrderLate) {
    return fill(labels.paidWithoutOrder, { reference: session_id })
  }
  if (status === "paid") {
    return labels.paid
  }
  return (
    overText(payment, labels) ??
    (returned === "success"
      ? `${labels.pending} ${labels.confirming}`
      : labels.pending)
  )
}

function overText(
  { status }: StorePayment,
  labels: StablecoinLabels
): string | undefined {
  return status === "failed" || status === "abandoned" || status === "cancelled"
    ? labels[status]
    : undefined
}

/**
 * The store's messages are in English and meant for the merchant. They stay in
 * the error.
 */
export function errorText(error: Error, labels: StablecoinLabels): string {
  if (error instanceof StablecoinStoreError) {
    const { status, request, cause } = error
    if (status === undefined && cause) {
      return labels.unreachable
    }
    if (status === 429) {
      return labels.tooMany
    }
    if (status === 404 && request.includes("/stablecoin/payments/")) {
      return labels.unknownPayment
    }
  }
  return labels.problem
}
