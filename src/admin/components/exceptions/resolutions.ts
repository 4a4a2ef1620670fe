import type { AdminException, AdminExceptionDetail } from "../../../http-types"
import { traitsOf } from "../../../ledger/exceptions"
import { isMoreThan } from "../../../ledger/money"
import { retryOf } from "../../../ledger/resolving"

type Resolvable = Pick<
  AdminExceptionDetail,
  "kind" | "reason" | "payment_id" | "deposit_id" | "rail" | "held"
> &
  Partial<Pick<AdminExceptionDetail, "details">>

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

/** Whether it is about a refund that waits to be sent. */
function isRefundDue({ kind }: Pick<Resolvable, "kind">): boolean {
  return kind === "refund_due"
}

/** Whether a merchant may resolve it. Medusa's own refunds have to be sent. */
export function isResolvable(
  exception: Pick<AdminException, "kind" | "status" | "details">
): boolean {
  const { status, details } = exception
  return (
    status === "open" && !(isRefundDue(exception) && details?.medusa_refund_id)
  )
}

/** The choices for an exception, in their order. */
export function choicesFor(exception: Resolvable): Choice[] {
  const { payment_id, deposit_id, held } = exception
  const hasMoney = held !== null
  const isRefund = isRefundDue(exception)
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
export function retryOfException({
  rail,
  ...problem
}: Pick<Resolvable, "kind" | "reason" | "rail">) {
  return retryOf(problem, rail && { rail })
}

/** Whether it is about the rest of money whose other part is used. */
export function isRest({ details }: Pick<Resolvable, "details">): boolean {
  return details?.cause === "rest_left"
}

/**
 * The payment's order, for which no second one is to be created: it exists
 * without the money of the exception.
 */
export function existingOrder({
  kind,
  reason,
  order,
  details,
}: Pick<AdminException, "kind" | "reason" | "order"> &
  Partial<Pick<AdminException, "details">>) {
  const { about, group, isReadAgain } = traitsOf({ kind, reason })
  const isOther =
    isRest({ details }) ||
    (about === "deposit" && group === "no_order" && !isReadAgain)
  return isOther ? order : null
}

/**
 * The part that an order still needs, of money that is more than the amount due
 * in the payment's coin.
 */
export function stays({
  reason,
  details,
  payment,
  held,
  order_missing,
}: Pick<
  AdminExceptionDetail,
  "reason" | "details" | "payment" | "held" | "order_missing"
>) {
  const isExcess = reason === "over" || details?.cause === "excess"
  if (!isExcess || !payment || held?.currency !== payment.currency) {
    return undefined
  }
  const { amount } = payment
  const isLess =
    !held.captured && order_missing && isMoreThan(amount, order_missing)
  return isLess ? order_missing : amount
}
