import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { TABLE } from "../tables"
import { isIn, type Period, TAKES_AT_MOST_MS, valuesOf } from "./period"

/**
 * The median time from start to paid of payments paid in the period, in whole
 * seconds. Counting payments by second avoids sorting all of them. Null without
 * any.
 */
export async function readMedianSeconds(
  db: Knex,
  period: Period
): Promise<number | null> {
  const { rows } = await db
    .raw<{ rows: { seconds: number }[] }>(
      `WITH counted AS (
         SELECT GREATEST(0, date_part('epoch', paid_at - created_at)::int) AS seconds,
           count(*) AS payments
         FROM ${TABLE.payment}
         WHERE status = 'paid' AND deleted_at IS NULL AND ${isIn(period, "paid_at")}
         GROUP BY 1
       ), summed AS (
         SELECT seconds, sum(payments) OVER (ORDER BY seconds) AS up_to_here,
           sum(payments) OVER () AS total
         FROM counted
       )
       SELECT seconds FROM summed WHERE up_to_here * 2 >= total
       ORDER BY seconds LIMIT 1`,
      valuesOf(period)
    )
    .timeout(TAKES_AT_MOST_MS, { cancel: true })
  return rows[0]?.seconds ?? null
}
