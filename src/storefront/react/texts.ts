import type { StorePayment } from "../../http-types/store.ts"
import { StablecoinStoreError } from "../errors.ts"
import { fill, type StablecoinLabels } from "./labels.ts"
import type { UseStablecoinPayment } from "./types.ts"

/** Selects color and icon: nothing to do, paid, needs attention, or failed. */
export type Tone = "neutral" | "success" | "warning" | "danger"

export type Status = { tone: Tone; title?: string; text?: string }

/**
 * The status for the live region, which screen readers announce on change.
 * Mostly null while the buyer chooses.
 *
 * @param isReturn whether the page is the one that the buyer returns to
 */
export function statusOf(
  page: UseStablecoinPayment,
  labels: StablecoinLabels,
  isReturn: boolean
): Status | null {
  const { phase, payment, order, choice, isOrderLate } = page
  switch (phase) {
    case "loading":
      return neutral(isReturn && !payment ? labels.checking : labels.loading)
    case "starting":
      return neutral(labels.starting)
    case "choosing":
      return choice ? beforePaying(page, labels) : neutral(labels.none)
    case "error":
      return null
    case "paid":
      return {
        tone: "success",
        title: order
          ? fill(labels.ordered, { number: String(order.display_id) })
          : labels.arrived,
      }
    case "waiting":
    case "ended":
      return payment && stateOf(payment, isOrderLate, labels)
  }
}

/** Tells the buyer of an earlier payment before they pay again. */
function beforePaying(
  { payment, offered }: UseStablecoinPayment,
  labels: StablecoinLabels
): Status | null {
  const earlier = payment && earlierStatus(payment, labels)
  const received = offered?.under_review ?? []
  if (!received.length) {
    return earlier
  }
  const { title, text } = received.every((each) => each.transfer_seen)
    ? seenTransferStatus(payment, labels)
    : { title: labels.paidTitle, text: labels.paidWithoutOrder }
  return {
    tone: "warning",
    title,
    text: [text, labels.payAgain, payment?.transfer_seen ? null : earlier?.text]
      .filter(Boolean)
      .join(" "),
  }
}

function earlierStatus(
  payment: StorePayment,
  labels: StablecoinLabels
): Status {
  if (payment.transfer_seen) {
    const { title, text } = seenStatus(labels)
    return { tone: "warning", title, text: `${text} ${labels.payAgain}` }
  }
  return overStatus(payment, labels) ?? neutral(labels.confirming)
}

/** The transfer of the last payment, before those of earlier ones. */
function seenTransferStatus(
  payment: StorePayment | null,
  labels: StablecoinLabels
): Status {
  return payment?.transfer_seen && !payment.under_review
    ? seenStatus(labels)
    : reviewStatus(labels)
}

/** A transfer that does not fit the payment. */
function reviewStatus(labels: StablecoinLabels): Status {
  return {
    tone: "warning",
    title: labels.transferSeenTitle,
    text: labels.transferReview,
  }
}

function seenStatus(labels: StablecoinLabels): Status {
  return neutral(labels.transferSeen, labels.transferSeenTitle)
}

function stateOf(
  payment: StorePayment,
  isOrderLate: boolean,
  labels: StablecoinLabels
): Status {
  const { status, returned, under_review, order_canceled, transfer_seen } =
    payment
  if (order_canceled) {
    return {
      tone: "warning",
      title: labels.orderCancelledTitle,
      text: cancelledOrderText(payment, labels),
    }
  }
  if (under_review && transfer_seen) {
    return reviewStatus(labels)
  }
  if (under_review || isOrderLate) {
    return {
      tone: "warning",
      title: labels.paidTitle,
      text: labels.paidWithoutOrder,
    }
  }
  const over = overStatus(payment, labels)
  if (over) {
    return over
  }
  if (status === "paid") {
    return { tone: "success", title: labels.paidTitle, text: labels.paid }
  }
  if (transfer_seen) {
    return seenStatus(labels)
  }
  if (returned === "success") {
    return neutral(labels.confirming, labels.pending)
  }
  // Its cart has changed, or its time to pay is over.
  return payment.redirect_url === null && status !== "creating"
    ? { tone: "warning", title: labels.abandonedTitle, text: labels.cancelled }
    : { tone: "neutral", title: labels.pending }
}

function cancelledOrderText(
  { status, under_review, transfer_seen, sent_back }: StorePayment,
  labels: StablecoinLabels
): string {
  if (sent_back === "sent" && !under_review) {
    return `${labels.refundSentTitle}. ${labels.refundSent}`
  }
  const hasMoney = status === "paid" || (under_review && !transfer_seen)
  return hasMoney ? labels.paidOrderCancelled : labels.orderCancelled
}

const OVER_TONES = {
  failed: "danger",
  abandoned: "warning",
  cancelled: "warning",
} as const

function overStatus(
  { status, sent_back }: StorePayment,
  labels: StablecoinLabels
): Status | undefined {
  if (sent_back) {
    return sent_back === "due"
      ? neutral(labels.refundDue, labels.refundDueTitle)
      : neutral(labels.refundSent, labels.refundSentTitle)
  }
  return status === "failed" || status === "abandoned" || status === "cancelled"
    ? {
        tone: OVER_TONES[status],
        title: labels[`${status}Title`],
        text: labels[status],
      }
    : undefined
}

function neutral(text: string, title?: string): Status {
  return { tone: "neutral", title, text }
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
