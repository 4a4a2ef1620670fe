import type { ExceptionKind, ExceptionResolution } from "./exceptions"

/** What the merchant chose for an exception about a payment's money. */
export type MerchantResolution = {
  kind: ExceptionKind
  action: ExceptionResolution
  note: string
}

/**
 * The resolution by which the merchant took a payment's money over: a refund, or
 * a closed exception. A later retry does not undo it. A changed sum of an
 * order that stands says nothing of the money that it took.
 *
 * @param resolutions the newest first
 */
export function resolvedBefore(
  resolutions: readonly MerchantResolution[]
): MerchantResolution | undefined {
  return resolutions.find(
    ({ action, kind }) => action !== "retry" && kind !== "amount_due_changed"
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
 * with, such as sent back by hand. Refunds are left out: each is on record.
 */
export function closedBefore(
  resolutions: readonly MerchantResolution[]
): MerchantResolution | undefined {
  return resolvedBefore(resolutions.filter(({ action }) => action === "close"))
}
