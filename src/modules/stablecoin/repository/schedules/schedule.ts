import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import {
  firstReconcileAt,
  OPEN_STATUSES,
  type Payment,
  RAIL_TRAITS,
  RAILS,
  reconcileAfterProof,
  type ScheduledPayment,
} from "../../../../ledger"
import { type ScheduleRow, TABLE } from "../tables"

/** A finished reconciliation, and when the payment is reconciled next. */
export type FinishedReconcile = { seen: ScheduledPayment; next: Date | null }

/** A claim of due payments: its owner, its size and its lease. */
export type Claim = {
  owner: string
  limit: number
  leaseMs: number
  /**
   * Accounts whose gateway is not called. Only their payments that need no
   * gateway are claimed.
   */
  except?: readonly string[]
}

/**
 * Delay until a changed payment is settled if the process that changed it dies.
 */
const SETTLE_WITHIN_MS = 60_000

/** Rails whose payments may be held. */
const CHAIN_RAILS = RAILS.filter((rail) => RAIL_TRAITS[rail].hasChain)

/** The columns of `Schedule`, for a table alias `schedule`. */
export const SCHEDULE_SQL =
  "schedule.next_reconcile_at, schedule.reconcile_attempts, schedule.revision, schedule.lease_owner"

/**
 * Returns when a payment is reconciled after a change of its row, which
 * restarts its schedule. Null when the change does not concern the schedule.
 */
export function nextAfterChange(
  payment: Payment,
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
  if (patch.proof_status) {
    const after = { ...payment, ...patch }
    return reconcileAfterProof(payment, after, now, SETTLE_WITHIN_MS)
  }
  return patch.returned_at ? now : null
}

/** Reads when payments are reconciled next, by their ids. */
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

/**
 * Restarts the schedules of payments. A reconciliation in progress does not
 * overwrite them.
 */
export async function reschedule(
  db: Knex,
  paymentIds: readonly string[],
  at: Date
): Promise<void> {
  if (!paymentIds.length) {
    return
  }
  // Ordered, so that concurrent calls don't deadlock.
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

/**
 * Makes paid payments of some chains due that are still reconciled, such as
 * those whose capture waits for a proof. Settled ones, which are most, have no
 * time and are not written. The job claims the due ones in portions.
 */
export async function rescheduleHeld(
  db: Knex,
  chains: readonly string[],
  now: Date
): Promise<void> {
  const held = db(`${TABLE.schedule} as schedule`)
    .join(`${TABLE.payment} as payment`, "payment.id", "schedule.payment_id")
    .where("next_reconcile_at", ">", now)
    .where({ status: "paid", deleted_at: null })
    .whereIn("rail", CHAIN_RAILS)
    .whereIn("chain", chains)
    .select("payment_id")
    // Ordered, so that concurrent calls don't deadlock.
    .orderBy("payment_id")
    .forUpdate("schedule")
  await db<ScheduleRow>(TABLE.schedule)
    .with("held", held)
    .whereIn("payment_id", db.select("payment_id").from("held"))
    .update({ next_reconcile_at: now, reconcile_attempts: 0 })
    .increment("revision", 1)
}

/**
 * Makes the payment of a session due. Any caller may do so: reconciling only
 * does the missing steps.
 */
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

/** Schedules a payment only if it is not reconciled any more. */
export async function scheduleEnded(
  db: Knex,
  id: string,
  at: Date
): Promise<void> {
  await db<ScheduleRow>(TABLE.schedule)
    .where({ payment_id: id, next_reconcile_at: null })
    .update({ next_reconcile_at: at, reconcile_attempts: 0 })
    .increment("revision", 1)
}

/**
 * Claims due payments with a lease, so that only one process reconciles each.
 * The lease of a process that dies expires.
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
    // Ended payments first, so that a backlog of open ones can't delay money.
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
    // Materialized, since running it again for each row would exceed the limit.
    .withMaterialized("due", due)
    .with("claimed", claimed)
    .from("claimed as schedule")
    .join(`${TABLE.payment} as payment`, "payment.id", "schedule.payment_id")
    .select(db.raw(`payment.*, ${SCHEDULE_SQL}`))
}

/**
 * Finishes a reconciliation: schedules the next one, unless a fact was applied
 * meanwhile, and releases the lease. A lease claimed since belongs to a
 * reconciliation in progress, and stays.
 *
 * @param orderId the order that the money paid for, if it has been found
 */
export async function finishReconcile(
  db: Knex,
  seen: ScheduledPayment,
  next: Date | null,
  orderId = seen.order_id
): Promise<void> {
  const isSameLease = "lease_owner IS NOT DISTINCT FROM ?"
  // In one statement, since a due row without a lease would be claimed again,
  // and an order must not be lost.
  await (
    orderId === seen.order_id
      ? db(TABLE.schedule)
      : db(TABLE.schedule).with(
          "ordered",
          db(TABLE.payment).where({ id: seen.id }).update({ order_id: orderId })
        )
  )
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
      // The claim may have read the payment just before its schedule changed.
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
 * Finishes reconciliations in one statement: releases the leases that still
 * belong to the owner, and schedules each next one unless a fact was applied
 * meanwhile.
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

/**
 * Releases the leases of payments that were not reconciled. They stay due, as
 * if never claimed.
 */
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
