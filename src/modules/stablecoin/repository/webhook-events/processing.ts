import { WEBHOOK_CHANNEL } from "../channels"
import { leaseFrom } from "./webhook-events"

export type StoringOptions = {
  /**
   * Whether the caller does not process webhooks itself. They are then due at
   * once, and the store's processes are notified when they are committed.
   */
  leaveToStore?: boolean
}

/**
 * Tolerance for clocks of other machines: a process whose clock is behind must
 * not find a webhook that it was just notified of not due yet.
 */
const CLOCK_SKEW_MS = 60_000

/** When stored webhooks are due for any process. */
export function dueFrom(now: Date, { leaveToStore }: StoringOptions): Date {
  return leaveToStore ? new Date(now.getTime() - CLOCK_SKEW_MS) : leaseFrom(now)
}

/**
 * SQL that notifies the processes of the store on commit. PostgreSQL delivers
 * repeated notifications of a transaction once. Stores in other schemas of the
 * database ignore it.
 */
export const NOTIFY_STORE = `pg_notify('${WEBHOOK_CHANNEL}', current_schema())`
