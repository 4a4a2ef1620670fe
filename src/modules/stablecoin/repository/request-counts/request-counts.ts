import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { TABLE } from "../tables"

/** Longer than any rate-limit window. */
const KEPT_FOR = "10 minutes"

/**
 * Counts a request in the current time window, by the database's clock. A
 * request over the limit writes nothing.
 *
 * @returns null for a counted request; at the limit, whole seconds until the
 *   window ends
 */
export async function countRequest(
  db: Knex,
  key: string,
  limit: number,
  seconds: number
): Promise<number | null> {
  const { rows } = await db.raw<{ rows: { counted: boolean; wait: number }[] }>(
    `WITH span AS (
       SELECT to_timestamp(
         floor(extract(epoch FROM now()) / :seconds) * :seconds) AS counted_from
     ), counted AS (
       INSERT INTO ${TABLE.requestCount} AS known (key, counted_from, count)
       SELECT :key, counted_from, 1 FROM span
       ON CONFLICT (key) DO UPDATE SET
         count = CASE WHEN known.counted_from = excluded.counted_from
           THEN known.count + 1 ELSE 1 END,
         counted_from = excluded.counted_from, updated_at = now()
       WHERE known.counted_from <> excluded.counted_from
         OR known.count < :limit
       RETURNING 1
     )
     SELECT EXISTS (SELECT FROM counted) AS counted,
       CAST(ceil(extract(epoch FROM counted_from - now())) AS integer)
         + :seconds AS wait
     FROM span`,
    { key, limit, seconds }
  )
  const [row] = rows
  return row && !row.counted ? Math.max(1, row.wait) : null
}

export async function purgeCounts(db: Knex): Promise<void> {
  await db(TABLE.requestCount)
    .whereRaw("counted_from < now() - CAST(? AS interval)", [KEPT_FOR])
    .delete()
}
