import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { OverviewMode } from "../../../../http-types"

/** Timeout: a page that takes longer is of no use, and loads the database. */
const TAKES_AT_MOST_MS = 10_000

/** Days, and the mode of the payments that count. */
export type Period = {
  mode: OverviewMode
  /** Each day's name, such as `2026-11-20`. */
  dates: string[]
  /** Start of each day, and of the day after the last one. */
  starts: Date[]
}

/**
 * Reads when the last days started. PostgreSQL computes it, since a day has 23
 * or 25 hours where the clocks change. It is a separate statement, so that the
 * others are planned for the number of rows in the period.
 *
 * @param days number of days, including today
 * @param timezone an IANA time zone
 */
export async function readDays(
  db: Knex,
  { days, timezone }: { days: number; timezone: string },
  now: Date
): Promise<Pick<Period, "dates" | "starts">> {
  const { rows } = await db.raw<{ rows: { date: string; start: Date }[] }>(
    `SELECT to_char(day, 'YYYY-MM-DD') AS date, day AT TIME ZONE :timezone AS start
     FROM generate_series(
       (CAST(:now AS timestamptz) AT TIME ZONE :timezone)::date - (CAST(:days AS int) - 1) * interval '1 day',
       (CAST(:now AS timestamptz) AT TIME ZONE :timezone)::date + interval '1 day',
       interval '1 day'
     ) AS day
     ORDER BY day`,
    { days, timezone, now }
  )
  return {
    dates: rows.slice(0, -1).map(({ date }) => date),
    starts: rows.map(({ start }) => start),
  }
}

/** SQL condition of each mode. Money of an unknown mode may be real. */
const IS_OF_MODE = {
  live: "(mode = 'live' OR mode IS NULL)",
  test: "mode <> 'live'",
} as const satisfies Record<OverviewMode, string>

/** SQL of when a payment was paid, as in the index of the payments' list. */
export const PAID_AT = "COALESCE(paid_at, '-infinity')"

/** SQL condition of a period. Takes `:from` and `:until`. */
export function isIn({ mode }: Pick<Period, "mode">, column: string): string {
  return `${IS_OF_MODE[mode]} AND ${column} >= :from AND ${column} < :until`
}

/** Values of `isIn`. */
export function valuesOf({ starts }: Pick<Period, "starts">) {
  return { from: starts[0] ?? null, until: starts.at(-1) ?? null }
}

/** Reads a part of the overview. Cancels what takes too long. */
export async function readPart<Row>(
  db: Knex,
  sql: string,
  values: Record<string, Knex.RawBinding>
): Promise<Row[]> {
  const { rows } = await db
    .raw<{ rows: Row[] }>(sql, values)
    .timeout(TAKES_AT_MOST_MS, { cancel: true })
  return rows
}
