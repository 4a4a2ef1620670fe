import type { Payment } from "./payment"

/**
 * Maximum duration of a creation. While it may be running, the state of its
 * session proves nothing, and it is not known what there is to cancel.
 */
const CREATION_TAKES_AT_MOST_MS = 120_000

export function isFresh(
  payment: Pick<Payment, "created_at">,
  now: Date
): boolean {
  return now < creationEndsAt(payment)
}

/** When a creation is over, with or without a response. */
export function creationEndsAt({
  created_at,
}: Pick<Payment, "created_at">): Date {
  return new Date(created_at.getTime() + CREATION_TAKES_AT_MOST_MS)
}

/** Whether a payment has reached its expiry. */
export function isOutlived(
  { expires_at }: Pick<Payment, "expires_at">,
  now: Date
): boolean {
  return now.getTime() >= expires_at.getTime()
}
