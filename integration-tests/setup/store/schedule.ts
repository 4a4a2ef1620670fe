import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { Payment, ScheduledPayment } from "../../../src/ledger"
import {
  type PaymentRow,
  type ScheduleRow,
  TABLE,
} from "../../../src/modules/stablecoin/repository/tables"

/** The reconciliation schedules, one row per payment. */
export function schedules(db: Knex) {
  return db<ScheduleRow>(TABLE.schedule)
}

/** A payment with its schedule, as a pass claims it. */
export async function readScheduled(
  db: Knex,
  { id }: Pick<Payment, "id">
): Promise<ScheduledPayment> {
  const [payment, schedule] = await Promise.all([
    db<PaymentRow>(TABLE.payment).where({ id }).first(),
    schedules(db).where({ payment_id: id }).first(),
  ])
  if (!payment || !schedule) {
    throw new Error(`Payment ${id} has no row or no schedule.`)
  }
  const { next_reconcile_at, reconcile_attempts, revision, lease_owner } =
    schedule
  return {
    ...payment,
    next_reconcile_at,
    reconcile_attempts,
    revision,
    lease_owner,
  }
}
