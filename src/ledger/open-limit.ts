import { creationEndsAt, graceEndsAt } from "./open"
import type { Payment } from "./payment"
import { canBeCancelled } from "./cancellation"

/** Interval of the job that ends superseded payments: one minute. */
const JOB_MS = 60_000

/**
 * Estimates when a collection at its limit of open payments can start another.
 * That is when the first superseded payment ends. The newest payment still has
 * its session.
 *
 * @param open from the oldest to the newest
 * @returns whole seconds, at least 1
 */
export function secondsUntilFree(open: readonly Payment[], now: Date): number {
  const ends = open.slice(0, -1).map((each) => endOf(each, now).getTime())
  const first = Math.min(...ends, now.getTime() + 30 * JOB_MS)
  const waitMs = Math.max(first - now.getTime(), 0) + JOB_MS
  return Math.ceil(waitMs / 1000)
}

function endOf(payment: Payment, now: Date): Date {
  if (payment.status === "creating") {
    return creationEndsAt(payment)
  }
  // The next run of the job abandons a payment that the gateway can't cancel.
  if (!canBeCancelled(payment)) {
    return now
  }
  // Settling may not have noticed yet that its session was deleted.
  const superseded_at = payment.superseded_at ?? now
  return graceEndsAt({ ...payment, superseded_at }) ?? payment.expires_at
}
