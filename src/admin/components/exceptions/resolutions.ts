import type { AdminException, AdminExceptionDetail } from "../../../http-types"
import { traitsOf } from "../../../ledger/exceptions"
import { isMoreThan } from "../../../ledger/money"
import { retryOf } from "../../../ledger/resolving"

/**
 * The choices of a merchant about an exception, and the fields that they need.
 * From `sent` on, the exception is closed, and its money was sent back, pays
 * for an order, is kept, or needs no use.
 */
export const FIELDS = {
  retry: [],
  refund: ["amount", "refund_to", "reason"],
  assign: ["payment_id"],
  sent: ["tx_hash", "amount", "refund_to"],
  order_id: ["order_id"],
  kept: ["kept"],
  close: [],
} as const

export type Choice = keyof typeof FIELDS
export type FieldName = (typeof FIELDS)[Choice][number]

/** Whether a merchant may resolve it. Medusa's own refunds have to be sent. */
export function isResolvable(exception: AdminException): boolean {
  const { kind, status, details } = exception
  return (
    status === "open" && !(kind === "refund_due" && details?.medusa_refund_id)
  )
}

export function choicesFor(exception: AdminExceptionDetail): Choice[] {
  const { kind, payment_id, deposit_id, held } = exception
  const hasMoney = held !== null
  const isRefund = kind === "refund_due"
  const isExcess = traitsOf(exception).money === "excess"
  // An excess may stay with its order, and a refund has a page of its own.
  const needsUse = deposit_id !== null && (isRefund || (hasMoney && !isExcess))
  const offered: Record<Choice, boolean> = {
    retry: !isRest(exception) && retryOfException(exception) !== null,
    refund: hasMoney,
    // Money that no payment has yet.
    assign: hasMoney && deposit_id !== null && payment_id === null,
    sent: hasMoney && !isRefund,
    order_id: hasMoney || isRefund,
    kept: hasMoney || isRefund,
    close: !needsUse,
  }
  const choices = Object.keys(FIELDS) as Choice[]
  return choices.filter((choice) => offered[choice])
}

/** How an exception can be retried, or null if it can't. */
export function retryOfException({ rail, ...problem }: AdminExceptionDetail) {
  return retryOf(problem, rail && { rail })
}

/** Whether it is about the rest of money whose other part is used. */
export function isRest({ details }: AdminException): boolean {
  return details?.cause === "rest_left"
}

/**
 * The payment's order, for which no second one is to be created: it exists
 * without the money of the exception.
 */
export function existingOrder(exception: AdminException) {
  const { about, group, isReadAgain } = traitsOf(exception)
  const isOther =
    isRest(exception) ||
    (about === "deposit" && group === "no_order" && !isReadAgain)
  return isOther ? exception.order : null
}

/**
 * The part that an order still needs, of money that is more than the amount due
 * in the payment's coin.
 */
export function stays(exception: AdminExceptionDetail) {
  const { reason, details, payment, held, order_missing } = exception
  const isExcess = reason === "over" || details?.cause === "excess"
  if (!isExcess || !payment || held?.currency !== payment.currency) {
    return undefined
  }
  const { amount } = payment
  const isLess =
    !held.captured && order_missing && isMoreThan(amount, order_missing)
  return isLess ? order_missing : amount
}
