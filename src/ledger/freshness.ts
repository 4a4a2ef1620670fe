import type { Payment } from "./payment"

/** While a creation may still be under way, what its session looks like proves nothing, and nobody knows what there is to cancel. */
const CREATION_TAKES_AT_MOST_MS = 120_000

export function isFresh(
  payment: Pick<Payment, "created_at">,
  now: Date
): boolean {
  return now < creationEndsAt(payment)
}

/** When a creation is over, with an answer or without. */
export function creationEndsAt({
  created_at,
}: Pick<Payment, "created_at">): Date {
  return new Date(created_at.getTime() + CREATION_TAKES_AT_MOST_MS)
}

/** Whether a payment has been open for longer than the merchant lets it. */
export function isOutlived(
  { expires_at }: Pick<Payment, "expires_at">,
  now: Date
): boolean {
  return now.getTime() >= expires_at.getTime()
}
