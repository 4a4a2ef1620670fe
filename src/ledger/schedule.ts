import type { Payment } from "./payment"

const MINUTE_MS = 60_000

/** Minutes from one look to the next: fast at first, slower later. */
const LOOK_AFTER_MINUTES = [1, 1, 2, 5, 10, 15, 30, 60] as const

/**
 * When a settled payment is to be looked at again; null: not unless a new fact
 * comes. Open payments are looked at until they end, because a webhook may be
 * lost and a session may vanish unseen.
 */
export function nextLookAt(
  payment: Pick<Payment, "status" | "looks">,
  now: Date
): Date | null {
  if (payment.status !== "creating" && payment.status !== "pending") {
    return null
  }
  const minutes =
    LOOK_AFTER_MINUTES[Math.min(payment.looks, LOOK_AFTER_MINUTES.length - 1)]
  return new Date(now.getTime() + (minutes ?? 60) * MINUTE_MS)
}
