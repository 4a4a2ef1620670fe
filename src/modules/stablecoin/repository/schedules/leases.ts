import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { OPEN_STATUSES, type ScheduledPayment } from "../../../../ledger"
import { type ScheduleRow, TABLE } from "../tables"
import { byDatabase, SCHEDULE_SQL } from "./schedule"

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
 * Claims due payments with a lease, so that only one process reconciles each.
 * The lease of a process that dies expires, by the database's clock.
 */
export async function claimDuePayments(
  db: Knex,
  { owner, limit, leaseMs, except = [] }: Claim
): Promise<ScheduledPayment[]> {
  const due = db(`${TABLE.schedule} as schedule`)
    .join(`${TABLE.payment} as payment`, "payment.id", "schedule.payment_id")
    .select("payment_id")
    .where("next_reconcile_at", "<=", db.fn.now())
    .whereNull("payment.deleted_at")
    .andWhere((free) =>
      free.whereNull("leased_until").orWhere("leased_until", "<", db.fn.now())
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
      leased_until: db.raw("now() + ? * interval '1 ms'", [leaseMs]),
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
  const isOrdered = orderId !== seen.order_id
  // In one statement, since a due row without a lease would be claimed again,
  // and an order must not be lost. Locks the payment first, as all code does:
  // PostgreSQL would run the WITH clause last if nothing read its rows.
  const schedule = isOrdered
    ? db(TABLE.schedule)
        .with(
          "ordered",
          db(TABLE.payment)
            .where({ id: seen.id })
            .update({ order_id: orderId })
            .returning("id")
        )
        .whereIn("payment_id", db.select("id").from("ordered"))
    : db(TABLE.schedule)
  await schedule
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
         THEN ${byDatabase("?", "?")} ELSE next_reconcile_at END`,
        [seen.revision, TABLE.payment, seen.id, seen.status, next, new Date()]
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
    // Ordered, so that concurrent calls don't deadlock.
    `WITH locked AS (
       SELECT payment_id FROM ${TABLE.schedule}
       WHERE payment_id = ANY(:ids) AND lease_owner = :owner
       ORDER BY payment_id FOR UPDATE
     )
     UPDATE ${TABLE.schedule} AS schedule
     SET lease_owner = NULL, leased_until = NULL,
       revision = schedule.revision + 1,
       next_reconcile_at = CASE
         WHEN schedule.revision = done.revision AND payment.status = done.status
         THEN ${byDatabase("done.next_at", ":local")} ELSE schedule.next_reconcile_at END
     FROM unnest(
       CAST(:ids AS text[]), CAST(:revisions AS integer[]),
       CAST(:statuses AS text[]), CAST(:next AS timestamptz[])
     ) AS done (id, revision, status, next_at)
     JOIN locked ON locked.payment_id = done.id
     JOIN ${TABLE.payment} AS payment ON payment.id = done.id
     WHERE schedule.payment_id = done.id AND schedule.lease_owner = :owner`,
    {
      owner,
      ids: finished.map(({ seen }) => seen.id),
      revisions: finished.map(({ seen }) => seen.revision),
      statuses: finished.map(({ seen }) => seen.status),
      next: finished.map(({ next }) => next),
      local: new Date(),
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
