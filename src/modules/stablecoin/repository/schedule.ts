import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import {
  firstReconcileAt,
  OPEN_STATUSES,
  type Payment,
  type ScheduledPayment,
} from "../../../ledger"
import { type ScheduleRow, TABLE } from "./tables"

/** A look that is over, and when the payment is looked at next. */
export type FinishedReconcile = { seen: ScheduledPayment; next: Date | null }

/** Who claims how many due payments, and for how long. */
export type Claim = {
  owner: string
  limit: number
  leaseMs: number
  /** Accounts whose gateway is left alone: of theirs, only what needs no gateway. */
  except?: readonly string[]
}

/** How soon a payment whose state changed is settled if the process that changed it dies. */
const SETTLE_WITHIN_MS = 60_000

/** The columns of `Schedule`, of a table alias `schedule`. */
export const SCHEDULE_SQL =
  "schedule.next_reconcile_at, schedule.reconcile_attempts, schedule.revision, schedule.lease_owner"

/**
 * When a payment is reconciled after a change of its row: its schedule starts
 * again. Null: the change does not concern the schedule.
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

/** When payments are reconciled next, by their ids. */
export async function readSchedules(
  db: Knex,
  paymentIds: readonly string[]
): Promise<Map<string, Date | null>> {
  const rows = await db<ScheduleRow>(TABLE.schedule)
    .whereIn("payment_id", paymentIds)
    .select("payment_id", "next_reconcile_at")
  return new Map(
    rows.map(({ payment_id, next_reconcile_at }) => [
      payment_id,
      next_reconcile_at,
    ])
  )
}

/** Starts the schedules of payments again. A reconciliation that is under way does not end them. */
export async function reschedule(
  db: Knex,
  paymentIds: readonly string[],
  at: Date
): Promise<void> {
  // Ordered, so that two of these never wait for each other.
  await db.raw(
    `INSERT INTO ${TABLE.schedule} AS schedule (payment_id, next_reconcile_at)
     SELECT id, CAST(:at AS timestamptz)
     FROM unnest(CAST(:ids AS text[])) AS id ORDER BY id
     ON CONFLICT (payment_id) DO UPDATE SET
       next_reconcile_at = excluded.next_reconcile_at, reconcile_attempts = 0,
       revision = schedule.revision + 1`,
    { ids: [...new Set(paymentIds)], at }
  )
}

/** Makes the payment of a session due. Reconciling it does only what is missing, so that any caller may ask for it. */
export async function scheduleReconcile(
  db: Knex,
  { session_id, rail }: Pick<Payment, "session_id" | "rail">,
  at: Date
): Promise<void> {
  const ids = await db(TABLE.payment)
    .where({ session_id, rail })
    .pluck<string[]>("id")
  await reschedule(db, ids, at)
}

/**
 * Claims due payments by a lease, so that no two processes reconcile one. The
 * lease of a process that dies expires.
 */
export async function claimDuePayments(
  db: Knex,
  { owner, limit, leaseMs, except = [] }: Claim,
  now: Date
): Promise<ScheduledPayment[]> {
  const due = db(`${TABLE.schedule} as schedule`)
    .join(`${TABLE.payment} as payment`, "payment.id", "schedule.payment_id")
    .select("payment_id")
    .where("next_reconcile_at", "<=", now)
    .whereNull("payment.deleted_at")
    .andWhere((free) =>
      free.whereNull("leased_until").orWhere("leased_until", "<", now)
    )
    .andWhere((needed) =>
      needed.whereNotIn("account", except).orWhereNotIn("status", OPEN_STATUSES)
    )
    // What has ended first: no number of open ones may keep money waiting.
    .orderByRaw("status = ANY(?), next_reconcile_at", [[...OPEN_STATUSES]])
    .limit(limit)
    .forUpdate("schedule")
    .skipLocked()
  const claimed = db<ScheduleRow>(TABLE.schedule)
    .whereIn("payment_id", db.select("payment_id").from("due"))
    .update({
      lease_owner: owner,
      leased_until: new Date(now.getTime() + leaseMs),
    })
    .increment("reconcile_attempts", 1)
    .returning("*")
  return await db
    // Materialized: run again for each row, it would claim more than its limit.
    .withMaterialized("due", due)
    .with("claimed", claimed)
    .from("claimed as schedule")
    .join(`${TABLE.payment} as payment`, "payment.id", "schedule.payment_id")
    .select(db.raw(`payment.*, ${SCHEDULE_SQL}`))
}

/**
 * A look is over: plans the next one unless a fact came meanwhile, and gives
 * the lease back that it saw. A lease that was taken since is of a look that is
 * still under way.
 *
 * @param orderId the order that the money went to, if it has been found
 */
export async function finishReconcile(
  db: Knex,
  seen: ScheduledPayment,
  next: Date | null,
  orderId = seen.order_id
): Promise<void> {
  // First: where the process dies between the two, the payment is still due.
  if (orderId !== seen.order_id) {
    await db(TABLE.payment).where({ id: seen.id }).update({ order_id: orderId })
  }
  const isSameLease = "lease_owner IS NOT DISTINCT FROM ?"
  // In one statement: a row without a lease that is still due would be claimed again.
  await db(TABLE.schedule)
    .where({ payment_id: seen.id })
    .update({
      ...Object.fromEntries(
        ["lease_owner", "leased_until"].map((column) => [
          column,
          db.raw(`CASE WHEN NOT ${isSameLease} THEN ?? END`, [
            seen.lease_owner,
            column,
          ]),
        ])
      ),
      // A claim may have read the payment a moment before its schedule.
      next_reconcile_at: db.raw(
        `CASE WHEN revision = ? AND EXISTS (
           SELECT FROM ?? WHERE id = ? AND status = ?)
         THEN ?::timestamptz ELSE next_reconcile_at END`,
        [seen.revision, TABLE.payment, seen.id, seen.status, next]
      ),
    })
    .increment("revision", 1)
}

/**
 * Ends looks in one statement: gives the leases back that are still the
 * owner's, and plans each next look unless a fact came meanwhile.
 */
export async function finishReconciles(
  db: Knex,
  owner: string,
  finished: readonly FinishedReconcile[]
): Promise<void> {
  await db.raw(
    `UPDATE ${TABLE.schedule} AS schedule
     SET lease_owner = NULL, leased_until = NULL,
       revision = schedule.revision + 1,
       next_reconcile_at = CASE
         WHEN schedule.revision = look.revision AND payment.status = look.status
         THEN look.next_at ELSE schedule.next_reconcile_at END
     FROM unnest(
       CAST(:ids AS text[]), CAST(:revisions AS integer[]),
       CAST(:statuses AS text[]), CAST(:next AS timestamptz[])
     ) AS look (id, revision, status, next_at)
     JOIN ${TABLE.payment} AS payment ON payment.id = look.id
     WHERE schedule.payment_id = look.id AND schedule.lease_owner = :owner`,
    {
      owner,
      ids: finished.map(({ seen }) => seen.id),
      revisions: finished.map(({ seen }) => seen.revision),
      statuses: finished.map(({ seen }) => seen.status),
      next: finished.map(({ next }) => next),
    }
  )
}

/** Gives leases back of payments that were not looked at: they stay due, as if never claimed. */
export async function releaseLeases(
  db: Knex,
  owner: string,
  ids: readonly string[]
): Promise<void> {
  await db<ScheduleRow>(TABLE.schedule)
    .whereIn("payment_id", ids)
    .where({ lease_owner: owner })
    .update({
      lease_owner: null,
      leased_until: null,
      reconcile_attempts: db.raw("GREATEST(reconcile_attempts - 1, 0)"),
    })
}
