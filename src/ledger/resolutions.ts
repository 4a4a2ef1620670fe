import type { ExceptionKind, ExceptionResolution } from "./exceptions"

/** What the merchant chose for an exception about a payment's money. */
export type MerchantResolution = {
  kind: ExceptionKind
  action: ExceptionResolution
  note: string
}

/**
 * Whether the merchant has taken a payment's money over, by a refund or by
 * closing its exception. Trying again leaves it to settling, and a changed sum of
 * an order that stands says nothing of the money that it took.
 *
 * @param resolutions the newest first
 */
export function hasBeenResolved(
  resolutions: readonly MerchantResolution[]
): boolean {
  const newest = resolutions.find(({ kind }) => kind !== "amount_due_changed")
  return newest !== undefined && newest.action !== "retry"
}

/**
 * The resolution by which the merchant said that a payment's money was dealt
 * with, such as sent back by hand. A changed sum of an order that stands says
 * nothing of that.
 */
export function closedBefore(
  resolutions: readonly MerchantResolution[]
): MerchantResolution | undefined {
  return resolutions.find(
    ({ action, kind }) => action === "close" && kind !== "amount_due_changed"
  )
}
