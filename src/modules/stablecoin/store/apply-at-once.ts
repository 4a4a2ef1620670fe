import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import {
  type Fact,
  type FactSource,
  type Payment,
  transition,
} from "../../../ledger"
import type { OpenedPayment } from "./open-payment"
import { lookSoonAfter, timelineRow } from "./payments"
import { type PaymentRow, TABLE } from "./tables"

/**
 * Applies a fact to a row that was just written, with its timeline, in one
 * statement: the transition of `applyFact`, which counts only if nobody has
 * changed the row since. PostgreSQL sees to that under the lock that the update
 * takes.
 *
 * @returns null when somebody has, or the fact does more than change the row: nothing was written
 */
export async function applyAtOnce(
  db: Knex,
  { version, ...payment }: OpenedPayment,
  fact: Fact,
  source: FactSource,
  now: Date
): Promise<Payment | null> {
  const { patch, exceptions } = transition(payment, fact, now)
  if (exceptions.length || !Object.keys(patch).length) {
    return null
  }
  const changed = db<PaymentRow>(TABLE.payment)
    .where({ id: payment.id })
    .whereRaw("xmin::text = ?", [version])
    .update({ ...patch, ...lookSoonAfter(patch, now), updated_at: now })
    .returning("*")
  const told = timelineRow(payment, patch, fact, source, null)
  const columns = Object.keys(told)
  const { rows } = await db.raw<{ rows: PaymentRow[] }>(
    `WITH changed AS (?), told AS (
       INSERT INTO ?? (??)
       SELECT ${columns.map(() => "?").join(", ")} FROM changed
     )
     SELECT * FROM changed`,
    [changed, TABLE.fact, columns, ...Object.values(told)] as Knex.RawBinding[]
  )
  return rows[0] ?? null
}
