import type { Payment } from "./payment"
import { canBeCancelled } from "./settle-unpaid"
import { creationEndsAt } from "./freshness"
import { graceEndsAt } from "./superseded"

/** As much of an open payment as tells how long it stays open. */
export type WaitingPayment = Pick<
  Payment,
  | "status"
  | "rail"
  | "gateway_id"
  | "created_at"
  | "superseded_at"
  | "expires_at"
>

/** The job that ends superseded payments runs once a minute. */
const JOB_MS = 60_000

/**
 * When a collection with as many open payments as it may have can start another:
 * as soon as one of the superseded has ended. The newest has its session.
 *
 * @param open from the oldest to the newest
 * @returns whole seconds, at least 1
 */
export function secondsUntilFree(
  open: readonly WaitingPayment[],
  now: Date
): number {
  const ends = open.slice(0, -1).map((each) => endOf(each, now).getTime())
  const first = Math.min(...ends, now.getTime() + 30 * JOB_MS)
  const waitMs = Math.max(first - now.getTime(), 0) + JOB_MS
  return Math.ceil(waitMs / 1000)
}

function endOf(payment: WaitingPayment, now: Date): Date {
  if (payment.status === "creating") {
    return creationEndsAt(payment)
  }
  // A payment that the gateway can't cancel is given up by the next run of the job.
  if (!canBeCancelled(payment)) {
    return now
  }
  // Settling has not seen yet that its session is gone.
  const superseded_at = payment.superseded_at ?? now
  return graceEndsAt({ ...payment, superseded_at }) ?? payment.expires_at
}
