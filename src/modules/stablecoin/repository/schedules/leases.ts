import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { OPEN_STATUSES, type ScheduledPayment } from "../../../../ledger"
import { CANCELED_SQL, linkedOrderSql } from "../medusa/fragments"
import { type ScheduleRow, TABLE } from "../tables"
import { byDatabase, SCHEDULE_SQL } from "./schedule"

/** A finished reconciliation, and when the payment is reconciled next. */
export type FinishedReconcile = {
  seen: ScheduledPayment
  /** `unchanged`: it was not attempted, and stays due. */
  next: Date | null | "unchanged"
  /** The order that the money paid for, if it has been found. */
  order_id?: string
}

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

export type ClaimedPayment = ScheduledPayment & {
  /** Whether it has something to settle, also if the gateway reports nothing. */
  is_unsettled: boolean
}

/**
 * The session of the payment was deleted, it has expired or was abandoned, or
 * its order or collection was cancelled.
 */
const IS_UNSETTLED = `(payment.expires_at <= now()
  OR payment.status = 'abandoned'
  OR NOT EXISTS (SELECT FROM payment_session AS session
    WHERE session.id = payment.session_id AND session.deleted_at IS NULL)
  OR EXISTS (SELECT FROM ${linkedOrderSql("payment.payment_collection_id")}
    AND ${CANCELED_SQL})
  OR EXISTS (SELECT FROM payment_collection AS collection
    WHERE collection.id = payment.payment_collection_id
      AND collection.status = 'canceled'))`

/**
 * Claims due payments with a lease, so that only one process reconciles each.
 * The lease of a process that dies expires, by the database's clock.
 */
export async function claimDuePayments(
  db: Knex,
  { owner, limit, leaseMs, except = [] }: Claim
): Promise<ClaimedPayment[]> {
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
    .select(
      db.raw(`payment.*, ${SCHEDULE_SQL}, ${IS_UNSETTLED} AS is_unsettled`)
    )
}

/**
 * Finishes reconciliations: schedules each next one, unless a fact was applied
 * meanwhile, and releases the leases. A lease claimed since belongs to a
 * reconciliation in progress, and stays.
 */
export async function finishReconciles(
  db: Knex,
  finished: readonly FinishedReconcile[]
): Promise<void> {
  if (!finished.length) {
    return
  }
  // In one statement, since a due row without a lease would be claimed again,
  // and an order must not be lost. It locks payments before schedules, as all
  // code does, and in order, so that concurrent calls don't deadlock.
  await db.raw(
    `WITH done AS (
       SELECT * FROM unnest(
         CAST(:ids AS text[]), CAST(:revisions AS integer[]),
         CAST(:statuses AS text[]), CAST(:owners AS text[]),
         CAST(:next AS timestamptz[]), CAST(:left AS boolean[]),
         CAST(:orders AS text[])
       ) AS done (id, revision, status, owner, next_at, is_left, order_id)
     ), ordered AS (
       UPDATE ${TABLE.payment} AS payment SET order_id = done.order_id
       FROM done WHERE payment.id = done.id AND done.order_id IS NOT NULL
       RETURNING payment.id
     ), locked AS (
       SELECT payment_id FROM ${TABLE.schedule}
       WHERE payment_id = ANY(:ids) AND (SELECT count(*) FROM ordered) >= 0
       ORDER BY payment_id FOR UPDATE
     )
     UPDATE ${TABLE.schedule} AS schedule
     SET revision = schedule.revision + CASE WHEN done.is_left THEN 0 ELSE 1 END,
       reconcile_attempts = schedule.reconcile_attempts
         - CASE WHEN done.is_left AND schedule.lease_owner = done.owner
           THEN LEAST(schedule.reconcile_attempts, 1) ELSE 0 END,
       lease_owner = CASE WHEN schedule.lease_owner IS DISTINCT FROM done.owner
         THEN schedule.lease_owner END,
       leased_until = CASE WHEN schedule.lease_owner IS DISTINCT FROM done.owner
         THEN schedule.leased_until END,
       next_reconcile_at = CASE
         WHEN NOT done.is_left AND schedule.revision = done.revision
           AND payment.status = done.status
         THEN ${byDatabase("done.next_at", ":local")}
         ELSE schedule.next_reconcile_at END
     FROM done
     JOIN locked ON locked.payment_id = done.id
     JOIN ${TABLE.payment} AS payment ON payment.id = done.id
     WHERE schedule.payment_id = done.id`,
    {
      ids: finished.map(({ seen }) => seen.id),
      revisions: finished.map(({ seen }) => seen.revision),
      statuses: finished.map(({ seen }) => seen.status),
      owners: finished.map(({ seen }) => seen.lease_owner),
      next: finished.map(({ next }) => (isLeft(next) ? null : next)),
      left: finished.map(({ next }) => isLeft(next)),
      orders: finished.map(({ seen, order_id }) =>
        order_id && order_id !== seen.order_id ? order_id : null
      ),
      local: new Date(),
    }
  )
}

function isLeft(next: FinishedReconcile["next"]): next is "unchanged" {
  return next === "unchanged"
}
