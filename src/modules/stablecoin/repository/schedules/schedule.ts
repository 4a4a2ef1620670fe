import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { type Payment, retryAt } from "../../../../ledger"
import { type ScheduleRow, TABLE } from "../tables"

/** Medusa places the order of an authorized payment within seconds. */
export const ORDERED_WITHIN_MS = 60_000

/** The columns of `Schedule`, for a table alias `schedule`. */
export const SCHEDULE_SQL =
  "schedule.next_reconcile_at, schedule.reconcile_attempts, schedule.revision, schedule.lease_owner"

/** Clocks that differ by less count as the same. */
const SAME_CLOCK_S = 30

/**
 * SQL of a due time that this process computed, by the clock of the database,
 * which all processes share.
 *
 * @param at SQL of the time
 * @param local SQL of this process's present time
 */
export function byDatabase(at: string, local: string): string {
  return `CAST(${at} AS timestamptz) + (SELECT CASE
    WHEN abs(EXTRACT(EPOCH FROM ahead)) < ${SAME_CLOCK_S} THEN interval '0'
    ELSE -ahead END
    FROM (SELECT CAST(${local} AS timestamptz) - now() AS ahead) AS clock)`
}

/** A due time that this process computed, as a value by the database's clock. */
export function dueAt(db: Knex, at: Date | null | undefined): Knex.Raw | null {
  return at ? db.raw(byDatabase("?", "?"), [at, new Date()]) : null
}

/**
 * Restarts the schedules of payments. A reconciliation in progress does not
 * overwrite them.
 *
 * @param attempts attempts that count already
 */
export async function reschedule(
  db: Knex,
  paymentIds: readonly string[],
  at: Date,
  attempts = 0
): Promise<void> {
  if (!paymentIds.length) {
    return
  }
  // Ordered, so that concurrent calls don't deadlock.
  await db.raw(
    `INSERT INTO ${TABLE.schedule} AS schedule
       (payment_id, next_reconcile_at, reconcile_attempts)
     SELECT id, ${byDatabase(":at", ":local")}, CAST(:attempts AS integer)
     FROM unnest(CAST(:ids AS text[])) AS id ORDER BY id
     ON CONFLICT (payment_id) DO UPDATE SET
       next_reconcile_at = excluded.next_reconcile_at,
       reconcile_attempts = excluded.reconcile_attempts,
       revision = schedule.revision + 1`,
    { ids: [...new Set(paymentIds)], at, local: new Date(), attempts }
  )
}

/**
 * Makes the payment of a session due. Any caller may do so: reconciling only
 * does the missing steps.
 */
export async function scheduleReconcile(
  db: Knex,
  { session_id, rail }: Pick<Payment, "session_id" | "rail">,
  at = new Date()
): Promise<void> {
  const ids = await db(TABLE.payment)
    .where({ session_id, rail })
    .pluck<string[]>("id")
  await reschedule(db, ids, at)
}

/**
 * Makes a payment due once Medusa has finished the operation around the call, or
 * its process has died. Medusa also cancels a payment whenever it fails to take
 * it: while a payment is being retried, its attempts and their pauses continue.
 * Buyers who try again and again do not postpone the next attempt.
 */
export async function scheduleAfterMedusa(
  db: Knex,
  { id }: Pick<Payment, "id">,
  now = new Date()
): Promise<void> {
  await db.transaction(async (trx) => {
    const schedule = await trx<ScheduleRow>(TABLE.schedule)
      .where({ payment_id: id })
      .whereNotNull("next_reconcile_at")
      .forUpdate()
      .first<(ScheduleRow & { is_leased: boolean | null }) | undefined>(
        "reconcile_attempts",
        "next_reconcile_at",
        trx.raw("leased_until > now() AS is_leased")
      )
    const reconcile_attempts = schedule?.reconcile_attempts ?? 0
    const next = retryAt({ reconcile_attempts }, now)
    const planned = schedule?.is_leased ? null : schedule?.next_reconcile_at
    const at = planned && planned < next ? planned : next
    await reschedule(trx, [id], at, reconcile_attempts)
  })
}

/**
 * Makes a payment due once its order has had time to be placed, also if it is
 * not reconciled any more or only after a long pause. A reconciliation in
 * progress may have read the payment before, and does not overwrite this.
 */
export async function reconcileSoon(
  db: Knex,
  { id }: Pick<Payment, "id">
): Promise<void> {
  const at = db.raw("now() + ? * interval '1 ms'", [ORDERED_WITHIN_MS])
  await db<ScheduleRow>(TABLE.schedule)
    .where({ payment_id: id })
    .andWhere((later) =>
      later
        .whereNull("next_reconcile_at")
        .orWhere("next_reconcile_at", ">", at)
        .orWhere((claimed) =>
          claimed
            .where("leased_until", ">", db.fn.now())
            .where("next_reconcile_at", "<=", db.fn.now())
        )
    )
    .update({
      next_reconcile_at: at,
      reconcile_attempts: db.raw(
        "CASE WHEN next_reconcile_at IS NULL THEN 0 ELSE reconcile_attempts END"
      ),
    })
    .increment("revision", 1)
}
