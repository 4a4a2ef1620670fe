import {
  type ExceptionKind,
  type ExceptionResolution,
  SETTLEMENT_KINDS,
} from "./exceptions"

/** What the merchant chose for an exception about a payment's money. */
export type MerchantResolution = {
  kind: ExceptionKind
  action: ExceptionResolution
  note: string
  /** Whether its close recorded the transfer that sent money back. */
  is_recorded: boolean
}

/** A changed sum of an order that stands says nothing of the money that it took. */
export function isAboutTaken(kind: string): boolean {
  return kind !== "amount_due_changed"
}

/**
 * The resolution by which the merchant took a payment's money over: a refund, or
 * a closed exception. A later retry does not undo it.
 *
 * @param resolutions the newest first
 */
export function resolvedBefore(
  resolutions: readonly MerchantResolution[]
): MerchantResolution | undefined {
  return resolutions.find(
    ({ action, kind }) => action !== "retry" && isAboutTaken(kind)
  )
}

/** Whether the merchant has taken a payment's money over. */
export function hasBeenResolved(
  resolutions: readonly MerchantResolution[]
): boolean {
  return resolvedBefore(resolutions) !== undefined
}

/**
 * The resolution by which the merchant said that a payment's money was dealt
 * with, such as sent back by hand. Refunds and recorded transfers are left out:
 * each is on record.
 */
export function closedBefore(
  resolutions: readonly MerchantResolution[]
): MerchantResolution | undefined {
  return resolvedBefore(
    resolutions.filter(
      ({ action, is_recorded }) => action === "close" && !is_recorded
    )
  )
}

/**
 * Kinds of exceptions that settling closes once nothing is missing. Those about
 * money that the merchant took over stay open for the merchant.
 */
export function kindsToClose(
  resolutions: readonly MerchantResolution[]
): readonly ExceptionKind[] {
  return hasBeenResolved(resolutions)
    ? SETTLEMENT_KINDS.filter((kind) => !isAboutTaken(kind))
    : SETTLEMENT_KINDS
}
