import { graceEndsAt } from "./open"
import type { Payment, Schedule, ScheduledPayment } from "./payment"
import {
  type ChainPolicy,
  isHeld,
  isMissing,
  isUnproven,
  NOT_FOUND_AFTER_MS,
  readsChain,
  UNREAD,
} from "./proof"
import { mayStillSucceed } from "./settle-unpaid"
import { RAIL_TRAITS } from "./rails"

const MINUTE_MS = 60_000

/**
 * Minutes between reconciliations: fast at first, slower later. Retries after a
 * failure outlast every lock that a killed process may have left: Medusa's lock
 * of a cart lives two minutes.
 */
const AFTER_MINUTES = [1, 2, 2, 5, 10, 15, 30, 60] as const
const SLOWEST_MINUTES = 60

/** Time in which the gateway replaces a transfer that its chain does not show. */
const REPLACED_WITHIN_MS = 3 * 60 * MINUTE_MS

/**
 * Delay until a changed payment is settled if the process that changed it dies.
 */
export const SETTLE_WITHIN_MS = 60_000

/** When a new payment is reconciled for the first time. */
export function firstReconcileAt(now: Date): Date {
  return retryAt({ reconcile_attempts: 0 }, now)
}

/**
 * Schedules the next reconciliation of a settled payment; null until a new
 * fact. Open payments are reconciled until they end, and at the latest at their
 * expiry. Otherwise a lost webhook or a deleted session would go unnoticed.
 * Abandoned payments are reconciled while they can be read from the gateway,
 * and paid ones while their transfer can still be read, or its proof is missing.
 */
export function nextReconcileAt(
  payment: ScheduledPayment,
  now: Date,
  policy: ChainPolicy = UNREAD
): Date | null {
  switch (payment.status) {
    case "creating":
    case "pending":
      return notPast(
        graceEndsAt(payment) ?? payment.expires_at,
        retryAt(payment, now),
        now
      )
    case "abandoned":
      return RAIL_TRAITS[payment.rail].isReadable && payment.gateway_id
        ? retryAt(payment, now)
        : null
    case "failed":
      // Its order waits for a late success until the payment expires.
      return payment.checkout_flow === "order_first" &&
        mayStillSucceed(payment, now)
        ? payment.expires_at
        : null
    case "paid": {
      const missing = missingFrom(payment, now, policy)
      // A held payment is settled as soon as its proof is recorded. This finds
      // one whose process died in between.
      return isTransferReadable(payment, now) || isHeld(payment, policy)
        ? notPast(missing ?? now, retryAt(payment, now), now)
        : missing
    }
    case "cancelled":
      return null
  }
}

/**
 * Whether a read may return another transfer of a paid payment, since its chain
 * does not show the reported one. It is read for some hours only: the gateway
 * may never report another.
 */
export function isTransferReadable(payment: Payment, now: Date): boolean {
  const { status, rail, gateway_id, proof } = payment
  const since = Date.parse(proof?.since ?? "")
  return (
    status === "paid" &&
    RAIL_TRAITS[rail].isReadable &&
    gateway_id !== null &&
    isUnproven(payment) &&
    now.getTime() - since < REPLACED_WITHIN_MS
  )
}

/** When a transaction that no block contains becomes an exception. */
function missingFrom(
  payment: Pick<ScheduledPayment, "proof_status" | "proof">,
  now: Date,
  policy: ChainPolicy
): Date | null {
  return readsChain(policy) &&
    payment.proof &&
    payment.proof_status === "not_found" &&
    !isMissing(payment, now)
    ? new Date(Date.parse(payment.proof.since) + NOT_FOUND_AFTER_MS)
    : null
}

/** When a payment that could not be settled in Medusa is retried. */
export function retryAt(
  { reconcile_attempts }: Pick<Schedule, "reconcile_attempts">,
  now: Date
): Date {
  const minutes = AFTER_MINUTES[reconcile_attempts] ?? SLOWEST_MINUTES
  return new Date(now.getTime() + minutes * MINUTE_MS)
}

/** Returns the moment, or the end if that is earlier and still ahead. */
function notPast(end: Date, moment: Date, now: Date): Date {
  return end > now && end < moment ? end : moment
}

/**
 * Returns when a payment is reconciled after a change of its row, which
 * restarts its schedule. Null when the change does not concern the schedule.
 */
export function nextAfterChange(
  patch: Partial<Payment>,
  now: Date
): Date | null {
  const isNowReadable = patch.gateway_id && !patch.status
  if (patch.status === "pending" || isNowReadable) {
    return firstReconcileAt(now)
  }
  if (patch.status) {
    return new Date(now.getTime() + SETTLE_WITHIN_MS)
  }
  return patch.returned_at ? now : null
}
