import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { AdminOutcomes } from "../../../../http-types"
import { TABLE } from "../tables"
import { isIn, type Period, TAKES_AT_MOST_MS, valuesOf } from "./period"

/**
 * Counts the payments started in the period by how they ended. A payment that
 * its buyer replaced counts only if it was paid.
 */
export async function countOutcomes(
  db: Knex,
  period: Period
): Promise<AdminOutcomes> {
  const { rows } = await db
    .raw<{ rows: AdminOutcomes[] }>(
      `SELECT count(*)::int AS ended,
         count(*) FILTER (WHERE status = 'paid')::int AS paid,
         count(*) FILTER (WHERE status = 'failed')::int AS failed,
         count(*) FILTER (WHERE status = 'cancelled')::int AS cancelled,
         count(*) FILTER (WHERE status = 'abandoned')::int AS abandoned
       FROM ${TABLE.payment}
       WHERE status IN ('paid', 'failed', 'cancelled', 'abandoned')
         AND (status = 'paid' OR superseded_at IS NULL)
         AND deleted_at IS NULL AND ${isIn(period, "created_at")}`,
      valuesOf(period)
    )
    .timeout(TAKES_AT_MOST_MS, { cancel: true })
  const [outcomes] = rows
  if (!outcomes) {
    throw new Error("The outcomes were not counted.")
  }
  return outcomes
}
