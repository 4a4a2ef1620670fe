import type { Schedule, ScheduledPayment } from "./payment"
import { mayStillSucceed } from "./settle-unpaid"
import { graceEndsAt } from "./superseded"
import { lacksTransfer } from "./transfers"
import { RAIL_TRAITS } from "./rails"

const MINUTE_MS = 60_000

/** Minutes from one look to the next: fast at first, slower later. */
const RECONCILE_AFTER_MINUTES = [1, 1, 2, 5, 10, 15, 30, 60] as const
const SLOWEST_MINUTES = 60

/** Reads that name no transfer, after which the gateway is not expected to name it. */
const HASHLESS_READS_AT_MOST = 8

/** When a payment that was just started is looked at first. */
export function firstReconcileAt(now: Date): Date {
  return after(0, now)
}

/**
 * When a settled payment is to be looked at again; null: not unless a new fact
 * comes. Open payments are looked at until they end, because a webhook may be
 * lost and a session may vanish unseen, and at the latest when their time is
 * up; of abandoned ones, those that the gateway can still be asked about; of paid
 * ones, those whose transfer is still to be read.
 */
export function nextReconcileAt(
  payment: Pick<
    ScheduledPayment,
    | "status"
    | "reconcile_attempts"
    | "hashless_reads"
    | "rail"
    | "gateway_id"
    | "tx_hash"
    | "checkout_flow"
    | "expires_at"
    | "superseded_at"
  >,
  now: Date
): Date | null {
  switch (payment.status) {
    case "creating":
    case "pending":
      return notPast(
        graceEndsAt(payment) ?? payment.expires_at,
        after(payment.reconcile_attempts, now),
        now
      )
    case "abandoned":
      return RAIL_TRAITS[payment.rail].isReadable && payment.gateway_id
        ? after(payment.reconcile_attempts, now)
        : null
    case "failed":
      // Its order waits for the success that may still come, and no longer.
      return payment.checkout_flow === "order_first" &&
        mayStillSucceed(payment, now)
        ? payment.expires_at
        : null
    case "paid":
      return isTransferReadable(payment)
        ? after(payment.reconcile_attempts, now)
        : null
    case "cancelled":
      return null
  }
}

/**
 * Whether a read may still name the transfer of a paid payment. The gateway may
 * never name it: reads that answered without it count, and failed reads do not.
 */
export function isTransferReadable(
  payment: Parameters<typeof lacksTransfer>[0] &
    Pick<ScheduledPayment, "hashless_reads">
): boolean {
  return (
    lacksTransfer(payment) && payment.hashless_reads < HASHLESS_READS_AT_MOST
  )
}

/** When a payment that Medusa does not follow is tried again. */
export function retryAt(
  { reconcile_attempts }: Pick<Schedule, "reconcile_attempts">,
  now: Date
): Date {
  return after(reconcile_attempts, now)
}

/** A moment, or the end that comes before it. */
function notPast(end: Date, moment: Date, now: Date): Date {
  return end > now && end < moment ? end : moment
}

function after(reconcile_attempts: number, now: Date): Date {
  const minutes = RECONCILE_AFTER_MINUTES[reconcile_attempts] ?? SLOWEST_MINUTES
  return new Date(now.getTime() + minutes * MINUTE_MS)
}
