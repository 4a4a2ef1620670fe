import type { AdminException, AdminExceptionDetail } from "../../../http-types"
import type { ExceptionResolution } from "../../../ledger/exceptions"
import { traitsOf } from "../../../ledger/exception-traits"
import { isMoreThan } from "../../../ledger/money"
import { retryOf } from "../../../ledger/resolving"

type Resolvable = Pick<
  AdminExceptionDetail,
  "kind" | "reason" | "payment_id" | "deposit_id" | "rail" | "held"
> &
  Partial<Pick<AdminExceptionDetail, "details">>

/** Sent back, for the goods of another order, or kept for a reason. */
export const WHEREABOUTS = ["sent", "order_id", "kept"] as const
export type Whereabouts = (typeof WHEREABOUTS)[number]

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

/** Where the money of a closed exception may be. A refund has its own page. */
export function whereaboutsOf(exception: Resolvable): readonly Whereabouts[] {
  if (isRefundDue(exception)) {
    return WHEREABOUTS.filter((where) => where !== "sent")
  }
  return exception.held ? WHEREABOUTS : []
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

/** Whether it is about money that no payment has yet. */
function isAssignable({ deposit_id, payment_id, held }: Resolvable): boolean {
  return deposit_id !== null && payment_id === null && held !== null
}

/**
 * The payment's order, for which no second one is to be created: it exists
 * without the money of the exception.
 */
export function existingOrder({
  kind,
  reason,
  order,
  draft_order,
  details,
}: Pick<AdminException, "kind" | "reason" | "order"> &
  Partial<Pick<AdminExceptionDetail, "draft_order" | "details">>) {
  const { about, group, isReadAgain } = traitsOf({ kind, reason })
  const isOther =
    isRest({ details }) ||
    (about === "deposit" && group === "no_order" && !isReadAgain)
  return isOther && !draft_order ? order : null
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

/** Whether closing it has to state where its money is. */
export function needsWhereabouts(exception: Resolvable): boolean {
  const { deposit_id, held } = exception
  const isExcess = traitsOf(exception).money === "excess"
  return (
    deposit_id !== null &&
    (isRefundDue(exception) || (held !== null && !isExcess))
  )
}

/** The resolutions that a merchant may choose, by the exception's kind. */
export function actionsFor(exception: Resolvable): ExceptionResolution[] {
  return [
    ...(!isRest(exception) && retryOfException(exception)
      ? (["retry"] as const)
      : []),
    ...(exception.held ? (["refund"] as const) : []),
    ...(isAssignable(exception) ? (["assign"] as const) : []),
    "close",
  ]
}
