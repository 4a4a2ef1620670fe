import type { StorePaymentStatus } from "../../http-types/store.ts"
import { StablecoinStoreError } from "../errors.ts"
import { fill, type StablecoinLabels } from "./labels.ts"
import type { UseStablecoinPayment } from "./types.ts"

/** The one sentence that is read out when it changes. Mostly empty while the buyer chooses. */
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
      return choice ? historyText(payment?.status, labels) : labels.none
    case "error":
      return ""
    case "ended":
      return payment?.order_id ? labels.orderCancelled : labels.cancelled
    case "paid":
      return order
        ? fill(labels.ordered, { number: String(order.display_id) })
        : labels.paid
    case "waiting":
      return waitingText(payment?.status, isOrderLate, labels, {
        reference: payment?.session_id ?? "",
      })
  }
}

/** What became of an earlier payment, where the buyer should know before they pay again. */
function historyText(
  status: StorePaymentStatus | undefined,
  labels: StablecoinLabels
): string {
  return status === "cancelled" || status === "abandoned" ? labels[status] : ""
}

function waitingText(
  status: StorePaymentStatus | undefined,
  isOrderLate: boolean,
  labels: StablecoinLabels,
  values: Record<string, string>
): string {
  switch (status) {
    case "paid":
      return isOrderLate ? fill(labels.paidWithoutOrder, values) : labels.paid
    case "failed":
    case "abandoned":
    case "cancelled":
      return labels[status]
    default:
      return labels.pending
  }
}

/** What the store says is for the buyer to read, unless the fault is its own. */
export function errorText(error: Error, labels: StablecoinLabels): string {
  const status =
    error instanceof StablecoinStoreError ? error.status : Number.NaN
  if (status === undefined) {
    return labels.unreachable
  }
  if (status === 404) {
    return labels.unknownPayment
  }
  return status < 500 ? error.message : labels.problem
}
