import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { AdminNotShownMoney } from "../../../../http-types"
import { TABLE } from "../tables"
import { isIn, type Period, TAKES_AT_MOST_MS, valuesOf } from "./period"

/**
 * Sums the period's received money that the chain does not show, by coin. Reads
 * the index of the rare proof statuses.
 */
export async function readNotShownMoney(
  db: Knex,
  period: Period
): Promise<AdminNotShownMoney[]> {
  const { rows } = await db
    .raw<{ rows: AdminNotShownMoney[] }>(
      `SELECT currency, sum(amount::numeric)::text AS amount,
         count(*)::int AS payments
       FROM ${TABLE.payment}
       WHERE proof_status IN ('not_found', 'contradicted')
         AND status = 'paid' AND deleted_at IS NULL
         AND ${isIn(period, "paid_at")}
       GROUP BY 1 ORDER BY 1`,
      valuesOf(period)
    )
    .timeout(TAKES_AT_MOST_MS, { cancel: true })
  return rows
}
