import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import {
  type Fact,
  type FactSource,
  nextAfterChange,
  type Payment,
  transition,
} from "../../../../ledger"
import type { OpenedPayment } from "./open-payment"
import { timelineRow } from "./payments"
import { TABLE } from "../tables"
import { byDatabase } from "../schedules/schedule"

/**
 * Applies a fact to a row that was just written, with its timeline entry, in
 * one statement. It runs the transition of `applyFact`, and writes only if the
 * row has not changed since. PostgreSQL checks that under the update's lock.
 *
 * @returns null when nothing was written: the row has changed, or the fact does
 *   more than change the row
 */
export async function applyAtOnce(
  db: Knex,
  { version, ...payment }: OpenedPayment,
  fact: Fact,
  source: FactSource,
  now: Date
): Promise<Payment | null> {
  const { patch, exceptions } = transition(payment, fact, now)
  const next = nextAfterChange(patch, now)
  if (exceptions.length || !next) {
    return null
  }
  const change = { ...patch, updated_at: now }
  const entry = timelineRow(payment, patch, fact, source, null)
  const { rows } = await db.raw<{ rows: { id: string }[] }>(
    `WITH changed AS (
       UPDATE ?? SET ${marks("?? = ?", change)}
       WHERE id = ? AND xmin::text = ? RETURNING id
     ), scheduled AS (
       UPDATE ?? SET next_reconcile_at = ${byDatabase("?", "?")}, reconcile_attempts = 0, revision = revision + 1
       WHERE payment_id IN (SELECT id FROM changed)
     ), entry AS (
       INSERT INTO ?? (??) SELECT ${marks("?", entry)} FROM changed
     )
     SELECT id FROM changed`,
    [
      TABLE.payment,
      ...Object.entries(change).flat(),
      payment.id,
      version,
      TABLE.schedule,
      next,
      new Date(),
      TABLE.fact,
      Object.keys(entry),
      ...Object.values(entry),
    ] as Knex.RawBinding[]
  )
  return rows.length ? { ...payment, ...change } : null
}

function marks(mark: string, values: object): string {
  return Object.keys(values)
    .map(() => mark)
    .join(", ")
}
