import type { Coins } from "./deposits"
import { traitsOf } from "./exception-traits"
import { type ExceptionName, nameOf } from "./exceptions"
import { isOutlived } from "./freshness"
import type { OpenException } from "./held-money"
import { isOpen, isReportAwaited } from "./open"
import type { Payment } from "./payment"
import { TRANSFER_KIND } from "./seen-transfers"

/** A deposit, and whether the merchant keeps a part of it. */
export type BuyersDeposit = Coins & { is_kept: boolean }

/** Money on its way back to the buyer, an exact decimal. */
export type BuyersRefund = {
  id: string
  amount: string
  currency: string
  status: "due" | "sent"
}

/** State of a payment's money, as its buyer may know it. */
export type BuyersMoney = {
  /** Whether money arrived that the merchant has to review. */
  under_review: boolean
  /** Whether nothing was left to pay when that money arrived. */
  already_paid: boolean
  /**
   * Whether the network shows the buyer's transfer, and the gateway has not
   * confirmed it. Unless it is under review, it is exactly the one that the
   * payment waits for.
   */
  transfer_seen: boolean
  /**
   * How far the buyer's money is on its way back. Null where none is, or where
   * the rest of it pays for an order or is kept.
   */
  sent_back: "due" | "sent" | null
  /** Whether the merchant keeps money of it that pays for no order here. */
  kept: boolean
  /**
   * Whether the buyer returned from paying long ago, and no outcome was
   * reported.
   */
  overdue: boolean
  /**
   * Whether money of it was received, seen or claimed, and is neither used for
   * an order nor sent back. Its buyer must not be asked to pay again.
   */
  in_question: boolean
  /** All money that arrived or was seen. */
  transfers: readonly Coins[]
  /** The part of it that is sent back. */
  refunds: readonly BuyersRefund[]
}

/** Records about the money of a payment. */
export type MoneyRecords = {
  /** Open exceptions of the payment. */
  exceptions: readonly OpenException[]
  /** Refunds of the payment's deposits, without void ones. */
  refunds: readonly BuyersRefund[]
  /** Deposits of the payment. */
  deposits: readonly BuyersDeposit[]
}

export type Claimable = Pick<
  Payment,
  "status" | "returned_at" | "returned_result" | "expires_at"
>

/** After this time without a report, only the merchant can find the money. */
export const REPORTED_WITHIN_MS = 30 * 60_000

/** @param isSettled whether an order has the goods of the payment's money */
export function buyersMoney(
  payment: Claimable,
  { exceptions, refunds: known, deposits }: MoneyRecords,
  isSettled: boolean,
  now: Date
): BuyersMoney {
  const refunds = known.map((refund) => asShown(refund, exceptions))
  const reviewed = exceptions.filter((each) => isAboutHeldMoney(each, payment))
  const under_review = reviewed.length > 0
  const transfer_seen = isTransferSeen(payment, exceptions, reviewed)
  const kept =
    !isSettled && !under_review && deposits.some(({ is_kept }) => is_kept)
  const sent_back = isSettled || kept ? null : sentBack(refunds)
  const isDecided = isSettled || under_review || kept || sent_back !== null
  const isUnconfirmed = !isDecided && isClaimed(payment, exceptions, now)
  const in_question =
    under_review ||
    transfer_seen ||
    kept ||
    isUnconfirmed ||
    // A payment that ended without money can be replaced by another one.
    (payment.status === "paid" && (!isDecided || sent_back === "due"))
  return {
    under_review,
    already_paid: reviewed.some(isAlreadyPaid),
    transfer_seen,
    sent_back,
    kept,
    overdue: isUnconfirmed && isOverdue(payment, now),
    in_question,
    transfers: deposits,
    refunds,
  }
}

/** A refund is still due while its chain does not show that it was sent. */
function asShown(
  refund: BuyersRefund,
  exceptions: readonly OpenException[]
): BuyersRefund {
  const isDoubted = exceptions.some(
    ({ kind, reason, details }) =>
      nameOf({ kind, reason }) === REFUND_CONTRADICTED &&
      details?.refund_id === refund.id
  )
  return isDoubted ? { ...refund, status: "due" } : refund
}

const REFUND_CONTRADICTED: ExceptionName = "refund_problem.contradicted"
const NEVER_ANSWERED: ExceptionName = "never_answered"

function sentBack(refunds: MoneyRecords["refunds"]): BuyersMoney["sent_back"] {
  if (!refunds.length) {
    return null
  }
  return refunds.some((refund) => refund.status === "due") ? "due" : "sent"
}

/** @param reviewed exceptions about money under review */
function isTransferSeen(
  payment: Pick<Payment, "status">,
  exceptions: readonly OpenException[],
  reviewed: readonly OpenException[]
): boolean {
  if (reviewed.length) {
    return (
      payment.status !== "paid" &&
      reviewed.every(({ kind }) => kind === TRANSFER_KIND)
    )
  }
  return (
    isOpen(payment) &&
    exceptions.some(
      ({ kind, reason }) => kind === TRANSFER_KIND && reason === "exact"
    )
  )
}

/**
 * Whether the gateway's page sent the buyer back as paid, and no outcome was
 * reported. Once the payment has expired so, the merchant decides.
 */
function isClaimed(
  payment: Claimable,
  exceptions: readonly OpenException[],
  now: Date
): boolean {
  return (
    isReportAwaited(payment) &&
    (payment.status !== "abandoned" ||
      !isOutlived(payment, now) ||
      exceptions.some((each) => nameOf(each) === NEVER_ANSWERED))
  )
}

function isOverdue({ returned_at }: Claimable, now: Date): boolean {
  return (
    returned_at !== null &&
    now.getTime() - returned_at.getTime() >= REPORTED_WITHIN_MS
  )
}

function isAlreadyPaid({ kind }: OpenException): boolean {
  return kind === "already_covered" || kind === "paid_twice"
}

/**
 * Whether an open exception reports money that is not assigned yet. Money that
 * has an order, or may never have moved, is the merchant's business alone.
 */
export function isAboutHeldMoney(
  exception: OpenException,
  { status }: Pick<Payment, "status">
): boolean {
  const { about, money, isReadAgain } = traitsOf(exception)
  if (about === "deposit") {
    return (
      exception.deposit_id !== null && !isReadAgain && money !== "unconfirmed"
    )
  }
  if (about === "report") {
    // A readable report has arrived since.
    return status !== "paid"
  }
  return (
    about === "payment" &&
    money === "payment" &&
    // Some are opened before there is money.
    exception.details?.status === "paid"
  )
}
