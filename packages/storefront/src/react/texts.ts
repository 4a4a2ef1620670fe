import type {
  StoreOptionsResponse,
  StorePayment,
  StoreRefund,
} from "../http-types.ts"
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
  const { phase, payment, order, choice, offered, isOrderLate } = page
  switch (phase) {
    case "loading":
      return neutral(isReturn && !payment ? labels.checking : labels.loading)
    case "starting":
      return neutral(labels.starting)
    case "choosing":
      return choice
        ? beforePaying(payment, offered, labels)
        : neutral(because(offered?.earlier?.sold_out, labels.none, labels))
    case "error":
      return null
    case "paid":
      return {
        tone: payment?.under_review ? "warning" : "success",
        title: order
          ? fill(labels.ordered, { number: String(order.display_id) })
          : labels.arrived,
        text: payment?.under_review ? labels.sentTwice : undefined,
      }
    case "waiting":
    case "ended":
      return payment && stateOf(payment, isOrderLate, labels)
  }
}

/** Tells the buyer of an earlier payment before they pay another way. */
function beforePaying(
  payment: StorePayment | null,
  offered: StoreOptionsResponse | null,
  labels: StablecoinLabels
): Status | null {
  if (!payment) {
    return null
  }
  const { status, session_id, sent_back } = payment
  // Where the gateway has no call to cancel it, its buyer may still have paid.
  const isAwaited =
    status === "abandoned" &&
    !sent_back &&
    session_id === offered?.earlier?.session_id
  const end = isAwaited ? null : endOf(payment, labels)
  return end ?? neutral(labels.confirming)
}

function stateOf(
  payment: StorePayment,
  isOrderLate: boolean,
  labels: StablecoinLabels
): Status {
  const { status, under_review, order_canceled, transfer_seen } = payment
  if (order_canceled) {
    return cancelledOrder(payment, labels)
  }
  if (status === "paid" && payment.order_id) {
    return paid(labels)
  }
  if (under_review) {
    return review(payment, labels)
  }
  if (payment.kept) {
    return warning(labels.keptTitle, labels.kept)
  }
  if (transfer_seen) {
    return neutral(labels.transferSeen, labels.transferSeenTitle)
  }
  if (payment.overdue) {
    return warning(labels.overdueTitle, labels.overdue)
  }
  const end = endOf(payment, labels)
  if (end) {
    return end
  }
  if (status === "paid") {
    return isOrderLate
      ? warning(labels.paidTitle, labels.orderLate)
      : paid(labels)
  }
  if (payment.in_question) {
    return neutral(labels.unconfirmed, labels.unconfirmedTitle)
  }
  // Its cart has changed, or its time to pay is over.
  return payment.redirect_url === null && status !== "creating"
    ? warning(labels.abandonedTitle, labels.ended)
    : neutral(labels.confirming, labels.pending)
}

/** Money that the merchant has to review. */
function review(
  { status, transfer_seen, already_paid, sold_out }: StorePayment,
  labels: StablecoinLabels
): Status {
  const title = status === "paid" ? labels.paidTitle : labels.reviewTitle
  const text = transfer_seen
    ? labels.transferReview
    : because(sold_out, labels.review, labels)
  return warning(
    transfer_seen ? labels.transferSeenTitle : title,
    already_paid ? labels.alreadyPaid : text
  )
}

function cancelledOrder(
  { in_question, kept, transfer_seen, sent_back }: StorePayment,
  labels: StablecoinLabels
): Status {
  const title = labels.orderCancelledTitle
  if (sent_back) {
    return warning(title, refundTexts(sent_back, labels).join(". "))
  }
  if (kept || transfer_seen) {
    return warning(title, kept ? labels.kept : labels.transferReview)
  }
  return warning(title, in_question ? labels.paidOrderCancelled : labels.ended)
}

/** How a payment ended, if nothing more is expected of the merchant. */
function endOf(
  { status, sent_back, sold_out }: StorePayment,
  labels: StablecoinLabels
): Status | null {
  if (sent_back) {
    const [title, text] = refundTexts(sent_back, labels)
    return neutral(because(sold_out, text, labels), title)
  }
  switch (status) {
    case "failed":
      return {
        tone: "danger",
        title: labels.failedTitle,
        text: `${labels.failed} ${labels.ended}`,
      }
    case "abandoned":
      return warning(labels.abandonedTitle, labels.ended)
    case "cancelled":
      return warning(labels.cancelledTitle, labels.ended)
    default:
      return null
  }
}

function refundTexts(
  sent_back: StoreRefund["status"],
  labels: StablecoinLabels
): [title: string, text: string] {
  return sent_back === "due"
    ? [labels.refundDueTitle, labels.refundDue]
    : [labels.refundSentTitle, labels.refundSent]
}

/** Begins a text with the reason why no order was placed. */
function because(
  sold_out: StorePayment["sold_out"],
  text: string,
  labels: StablecoinLabels
): string {
  return sold_out ? `${labels.soldOut} ${text}` : text
}

function paid(labels: StablecoinLabels): Status {
  return { tone: "success", title: labels.paidTitle, text: labels.paid }
}

function neutral(text: string, title?: string): Status {
  return { tone: "neutral", title, text }
}

function warning(title: string, text: string): Status {
  return { tone: "warning", title, text }
}

/**
 * The store's messages about a coin that can't be paid, such as `USDT on Base is
 * not available.`, and a failed start. The JS SDK passes on nothing else.
 */
const UNAVAILABLE = /^\S+( on .+)? is not available\b/
const REPRICED = /amount due is now/
const NOT_STARTED = /^The payment could not be started\b/

/**
 * The store's messages are in English and meant for the merchant. They stay in
 * the error.
 */
export function errorText(
  error: Error,
  refused: UseStablecoinPayment["refused"],
  labels: StablecoinLabels
): string {
  if (error instanceof StablecoinStoreError) {
    const { status, request, cause } = error
    if (status === undefined && cause) {
      return labels.unreachable
    }
    if (status === 429) {
      return labels.tooMany
    }
    if (REPRICED.test(error.message)) {
      return labels.repriced
    }
    if (NOT_STARTED.test(error.message)) {
      return labels.notStarted
    }
    if (status === 400 && refused && UNAVAILABLE.test(error.message)) {
      return fill(refused.chain ? labels.refusedNetwork : labels.refused, {
        currency: refused.currency,
        network: refused.chain?.name ?? "",
      })
    }
    if (status === 404 && request.includes("/stablecoin/payments/")) {
      return labels.unknownPayment
    }
  }
  return labels.problem
}
