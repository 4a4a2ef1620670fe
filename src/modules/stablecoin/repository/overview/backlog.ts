import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { StoredProblem } from "../../../../ledger"
import { COUNTED_ROWS } from "../lists/list"
import { TABLE } from "../tables"

/** Timeout: a slower database has bigger problems than its metrics. */
const TAKES_AT_MOST_MS = 3_000

/** Open exceptions of one kind and reason. */
type OpenExceptions = StoredProblem & {
  count: number
  /** Seconds since the oldest was first opened. */
  age: number
}

/** Work that waits in the database. Each count ends at COUNTED_ROWS. */
export type Backlog = {
  webhooks_pending: number
  payments_due: number
  /** Seconds since the oldest became due; 0 without any. */
  oldest_due_age: number
  refunds_due: number
  exceptions: OpenExceptions[]
}

/**
 * Reads the backlog in one statement. Each part reads only the waiting rows,
 * through an index and in its order.
 */
export async function readBacklog(db: Knex): Promise<Backlog> {
  const { rows } = await db
    .raw<{ rows: Backlog[] }>(
      `SELECT
         (SELECT count(*)::int FROM (
           SELECT 1 FROM ${TABLE.webhookEvent}
           WHERE next_attempt_at IS NOT NULL AND signature IS NULL
             AND deleted_at IS NULL
           ORDER BY next_attempt_at LIMIT :most
         ) AS waiting) AS webhooks_pending,
         due.count AS payments_due,
         due.age AS oldest_due_age,
         (SELECT count(*)::int FROM (
           SELECT 1 FROM ${TABLE.refund}
           WHERE status = 'due' AND deleted_at IS NULL
           ORDER BY created_at LIMIT :most
         ) AS waiting) AS refunds_due,
         (SELECT COALESCE(json_agg(by_problem), '[]') FROM (
           SELECT kind, reason, count(*)::int AS count,
             EXTRACT(EPOCH FROM now() - min(created_at))::float AS age
           FROM (
             SELECT kind, reason, created_at FROM ${TABLE.exception}
             WHERE status = 'open' AND deleted_at IS NULL
             ORDER BY created_at LIMIT :most
           ) AS open
           GROUP BY kind, reason
         ) AS by_problem) AS exceptions
       FROM (
         SELECT count(*)::int AS count,
           COALESCE(EXTRACT(EPOCH FROM now() - min(next_reconcile_at)), 0)::float AS age
         FROM (
           SELECT next_reconcile_at FROM ${TABLE.schedule}
           WHERE next_reconcile_at <= now()
           ORDER BY next_reconcile_at LIMIT :most
         ) AS waiting
       ) AS due`,
      { most: COUNTED_ROWS }
    )
    .timeout(TAKES_AT_MOST_MS, { cancel: true })
  const [backlog] = rows
  if (!backlog) {
    throw new Error("The backlog was not read.")
  }
  return backlog
}
