import {
  type ExceptionKind,
  type ExceptionResolution,
  SETTLEMENT_KINDS,
} from "./exceptions"

/** The merchant's resolution of an exception about a payment's money. */
export type MerchantResolution = {
  kind: ExceptionKind
  action: ExceptionResolution
  note: string
  /** Whether closing it recorded the transfer that returned the money. */
  is_recorded: boolean
}

/**
 * Whether an exception kind is about money that was taken. A changed amount due
 * of an existing order is not.
 */
export function isAboutTaken(kind: string): boolean {
  return kind !== "amount_due_changed"
}

/**
 * Exceptions that, closed without a transfer that returned the money, leave it
 * to settling: it is captured once nothing holds it any more.
 */
const ACCEPTED_KINDS: readonly ExceptionKind[] = ["chain_disagrees", "unproven"]

function isAcceptance({
  kind,
  action,
  is_recorded,
}: MerchantResolution): boolean {
  return ACCEPTED_KINDS.includes(kind) && action === "close" && !is_recorded
}

/**
 * Returns the resolution by which the merchant took over a payment's money: a
 * refund, or a closed exception, other than one that leaves the money to
 * settling. A later retry does not undo it.
 *
 * @param resolutions newest first
 */
export function resolvedBefore(
  resolutions: readonly MerchantResolution[]
): MerchantResolution | undefined {
  return resolutions.find(
    (each) =>
      each.action !== "retry" && isAboutTaken(each.kind) && !isAcceptance(each)
  )
}

/** Whether the merchant has taken over a payment's money. */
export function hasBeenResolved(
  resolutions: readonly MerchantResolution[]
): boolean {
  return resolvedBefore(resolutions) !== undefined
}

/**
 * Returns the resolution by which the merchant declared a payment's money
 * handled, such as refunded manually. Refunds and recorded transfers are
 * excluded, since each is on record.
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
 * Returns the exception kinds that settling resolves once nothing is missing.
 * Exceptions about money that the merchant took over stay open for the
 * merchant.
 */
export function kindsToClose(
  resolutions: readonly MerchantResolution[]
): readonly ExceptionKind[] {
  return hasBeenResolved(resolutions)
    ? SETTLEMENT_KINDS.filter((kind) => !isAboutTaken(kind))
    : SETTLEMENT_KINDS
}
