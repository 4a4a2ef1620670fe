import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type {
  AdminOutcomes,
  AdminOverviewResponse,
  OverviewGroup,
  OverviewMode,
} from "../../../../http-types"
import { hasCode } from "../database-error"
import { readNotShownMoney, readReceivedMoney } from "./received-money"
import {
  isIn,
  PAID_AT,
  type Period,
  readDays,
  readPart,
  valuesOf,
} from "./period"
import { TABLE } from "../tables"

export type OverviewRequest = {
  by: OverviewGroup
  mode: OverviewMode
  /** Including today. */
  days: number
  /** An IANA time zone. */
  timezone: string
}

export type Overview =
  | Pick<
      AdminOverviewResponse["overview"],
      | "received"
      | "groups"
      | "fees"
      | "not_shown"
      | "outcomes"
      | "median_seconds"
    >
  /** The database does not know the time zone. */
  | { refused: "unknown_timezone" }

/** SQLSTATE of an unknown time zone. */
const INVALID_PARAMETER_VALUE = "22023"

/** Sums and counts the payments of the last days, each part in one statement. */
export async function readOverview(
  db: Knex,
  { by, mode, ...last }: OverviewRequest,
  now = new Date()
): Promise<Overview> {
  const days = await readDays(db, last, now).catch((error: unknown) => {
    if (hasCode(error, INVALID_PARAMETER_VALUE)) {
      return null
    }
    throw error
  })
  if (!days) {
    return { refused: "unknown_timezone" }
  }
  const period = { ...days, mode }
  // One after the other: the page of one user takes one connection, not three.
  const money = await readReceivedMoney(db, { ...period, by })
  const not_shown = await readNotShownMoney(db, period)
  const outcomes = await countOutcomes(db, period)
  const median_seconds = await readMedianSeconds(db, period)
  return { ...money, not_shown, outcomes, median_seconds }
}

/**
 * Counts the payments started in the period by how they ended. A payment that
 * its buyer replaced counts only if it was paid.
 */
async function countOutcomes(db: Knex, period: Period): Promise<AdminOutcomes> {
  const [outcomes] = await readPart<AdminOutcomes>(
    db,
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
  if (!outcomes) {
    throw new Error("The outcomes were not counted.")
  }
  return outcomes
}

/**
 * The median time from start to paid of payments paid in the period, in whole
 * seconds. Counting payments by second avoids sorting all of them. Null without
 * any.
 */
async function readMedianSeconds(
  db: Knex,
  period: Period
): Promise<number | null> {
  const [median] = await readPart<{ seconds: number }>(
    db,
    `WITH counted AS (
         SELECT GREATEST(0, date_part('epoch', paid_at - created_at)::int) AS seconds,
           count(*) AS payments
         FROM ${TABLE.payment}
         WHERE status = 'paid' AND deleted_at IS NULL AND ${isIn(period, PAID_AT)}
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
  return median?.seconds ?? null
}
