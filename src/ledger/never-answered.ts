import type { ExceptionDraft, ExceptionProblem } from "./exceptions"
import { isOpen } from "./open"
import type { Payment } from "./payment"
import { RAIL_TRAITS } from "./rails"

/** The problem of one payment without a reported end. */
export const NEVER_ANSWERED = {
  kind: "never_answered",
  reason: "payment",
} as const satisfies ExceptionProblem

/** The problem of many. Its payments name the exception, which names none. */
export const NEVER_ANSWERED_GROUP = {
  kind: "never_answered",
  reason: "group",
} as const satisfies ExceptionProblem

/**
 * Maximum number of individual exceptions a day for payments that the gateway
 * never reported an end for.
 */
export const NEVER_ANSWERED_A_DAY = 5

/**
 * Hosted payment without a reported end, and whether the gateway has reported
 * anything about it.
 */
export type UnansweredPayment = {
  payment: Payment
  /**
   * Whether a verified webhook about it was processed, such as the one about
   * its creation.
   */
  reported: boolean
}

/** Payments that need the merchant, individually or as a group. */
export type NeverAnswered = {
  alone: Payment[]
  grouped: Payment[]
}

/**
 * Whether a hosted payment's buyer returned by the success URL and the gateway
 * reported no end before the payment expired. Hosted payments can't be read, so
 * the merchant has to compare with the portal. All others are only marked in
 * the list.
 */
export function isNeverAnswered(payment: Payment, now: Date): boolean {
  const { rail, returned_result, expires_at } = payment
  return (
    !RAIL_TRAITS[rail].isReadable &&
    isOpen(payment) &&
    returned_result === "success" &&
    expires_at.getTime() <= now.getTime()
  )
}

/**
 * Divides payments without a reported end into individual exceptions and a
 * group. A return proves nothing: the buyer's browser has the link before it
 * pays, and a scanner may open it. An individual exception therefore also
 * requires a report of the gateway, and their number per day is limited. Many
 * payments without a report share one exception, since their webhooks may have
 * been lost.
 *
 * @param known number of exceptions of this kind that were opened within a day
 *   and are open, and whether a group is open
 */
export function triageNeverAnswered(
  unanswered: readonly UnansweredPayment[],
  known: { opened: number; has_group: boolean },
  now: Date
): NeverAnswered {
  const of = (isReported: boolean) =>
    unanswered.flatMap(({ payment, reported }) =>
      reported === isReported && isNeverAnswered(payment, now) ? payment : []
    )
  const reported = of(true)
  const unreported = of(false)
  const free = Math.max(0, NEVER_ANSWERED_A_DAY - known.opened)
  const isMany =
    known.has_group ||
    reported.length > free ||
    unreported.length >= NEVER_ANSWERED_A_DAY
  return {
    alone: reported.slice(0, free),
    grouped: [...reported.slice(free), ...(isMany ? unreported : [])],
  }
}

/** Exception of one payment without a reported end. */
export function neverAnswered(payment: Payment): ExceptionDraft {
  const { id, amount, currency } = payment
  return {
    ...NEVER_ANSWERED,
    key: [id, "never_answered"].join(":"),
    message: `The buyer of payment ${id} of ${amount} ${currency} returned by the success URL, and the gateway never reported the outcome. Nothing was captured. Look up order number ${id} in the gateway's portal, and check whether you received the money.`,
    details: {
      cart_id: payment.cart_id,
      order_id: payment.order_id,
      customer_id: payment.customer_id,
    },
  }
}

/**
 * Exception of many payments without a reported end.
 *
 * @param first the payment that opened it; a payment belongs to one group only
 * @param count payments of the group that have no end yet
 */
export function neverAnsweredGroup(
  first: Pick<Payment, "id">,
  count: number
): ExceptionDraft {
  return {
    ...NEVER_ANSWERED_GROUP,
    key: [first.id, "never_answered.group"].join(":"),
    ...groupText(count),
  }
}

/** Message and details of a group of this size. */
export function groupText(
  count: number
): Pick<ExceptionDraft, "message" | "details"> {
  return {
    message: `The buyers of ${count} hosted payments returned by the success URL, and the gateway never reported the outcomes. Nothing was captured. Check that webhooks arrive, and compare the payments with the gateway's portal.`,
    details: { count: String(count) },
  }
}
