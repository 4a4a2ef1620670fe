import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type {
  AdminOverviewParams,
  AdminOverviewResponse,
  OverviewGroup,
  OverviewMode,
} from "../../../../http-types"
import { hasCode } from "../database-error"
import { TABLE } from "../tables"

/** Timeout: a page that takes longer is of no use, and loads the database. */
const TAKES_AT_MOST_MS = 10_000

/** SQLSTATE of an unknown time zone. */
const INVALID_PARAMETER_VALUE = "22023"

/** Of any number of days, including today. */
export type OverviewRequest = Required<Omit<AdminOverviewParams, "days">> & {
  days: number
}

export type Overview = Omit<
  AdminOverviewResponse["overview"],
  "by" | "mode" | "days"
>

/** The money of a period. Amounts are decimal strings. */
type Money = Pick<Overview, "received" | "groups" | "fees" | "not_shown">

/** SQL condition of each mode. Money of an unknown mode may be real. */
const IS_OF_MODE = {
  live: "(mode = 'live' OR mode IS NULL)",
  test: "mode <> 'live'",
} as const satisfies Record<OverviewMode, string>

/**
 * Sums and counts the payments of the last days. A time zone that the database
 * does not know counts as UTC.
 */
export async function readOverview(
  db: Knex,
  { by, mode, days, timezone }: OverviewRequest,
  now = new Date()
): Promise<Overview> {
  const last = await readDays(db, { days, timezone }, now)
  const { dates, starts } = last
  const period = { from: starts[0] ?? null, until: starts.at(-1) ?? null }
  /** Reads one row about the payments of a status and of the period. */
  const read = async <Row>(sql: string, values: object = {}) => {
    const { rows } = await db
      .raw<{ rows: Row[] }>(sql, { ...period, ...values })
      .timeout(TAKES_AT_MOST_MS, { cancel: true })
    return rows[0]
  }
  const paid = `${TABLE.payment} WHERE status = 'paid' AND deleted_at IS NULL
    AND ${IS_OF_MODE[mode]} AND ${PAID_AT} >= :from AND ${PAID_AT} < :until`
  const started = `${TABLE.payment} WHERE deleted_at IS NULL
    AND ${IS_OF_MODE[mode]} AND created_at >= :from AND created_at < :until`
  // One after the other: the page of one user takes one connection, not three.
  const money = await read<Money>(moneySql(by, paid), { dates, starts })
  const outcomes = await read<Overview["outcomes"]>(outcomesSql(started))
  const median = await read<{ seconds: number }>(medianSql(paid))
  if (!money || !outcomes) {
    throw new Error("The overview was not read.")
  }
  const median_seconds = median?.seconds ?? null
  return { timezone: last.timezone, ...money, outcomes, median_seconds }
}

/** SQL of when a payment was paid, as in the index of the payments' list. */
const PAID_AT = "COALESCE(paid_at, '-infinity')"

/**
 * Reads when the last days started. PostgreSQL computes it, since a day has 23
 * or 25 hours where the clocks change. It is a separate statement, so that the
 * others are planned for the number of rows in the period.
 *
 * @returns `starts` also has the start of tomorrow
 */
async function readDays(
  db: Knex,
  { days, timezone }: Pick<OverviewRequest, "days" | "timezone">,
  now: Date
): Promise<{ timezone: string; dates: string[]; starts: Date[] }> {
  try {
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
    const dates = rows.slice(0, -1).map(({ date }) => date)
    return { timezone, dates, starts: rows.map(({ start }) => start) }
  } catch (error) {
    // PostgreSQL knows fewer zones than Node.js.
    if (hasCode(error, INVALID_PARAMETER_VALUE) && timezone !== "UTC") {
      return await readDays(db, { days, timezone: "UTC" }, now)
    }
    throw error
  }
}

/**
 * SQL of the money received by day, by coin or network, of the fees by coin, and
 * of what the network does not show. Reads the period once, in an index alone.
 */
function moneySql(by: OverviewGroup, paid: string): string {
  const notShown = "proof_status IN ('not_found', 'contradicted')"
  return `WITH part AS MATERIALIZED (
      SELECT width_bucket(paid_at, CAST(:starts AS timestamptz[])) AS day,
        currency, chain,
        count(*) AS payments,
        sum(amount::numeric) AS amount,
        count(net_amount) AS reported,
        sum(net_amount::numeric) AS net,
        sum(amount::numeric) FILTER (WHERE net_amount IS NOT NULL) AS gross,
        sum(amount::numeric) FILTER (WHERE ${notShown}) AS not_shown
      FROM ${paid} GROUP BY 1, 2, 3
    ), by_day_and_key AS (
      SELECT day, ${by} AS key, sum(amount) AS amount FROM part GROUP BY 1, 2
    ), by_day AS (
      SELECT day, sum(amount)::text AS total,
        json_agg(json_build_object('key', key, 'amount', amount::text)
          ORDER BY key) AS amounts
      FROM by_day_and_key GROUP BY 1
    ), by_key AS (
      SELECT ${by} AS key, sum(amount) AS amount FROM part GROUP BY 1
    ), fees AS (
      SELECT currency, sum(payments)::int AS payments,
        sum(amount)::text AS amount,
        sum(payments - reported)::int AS unreported,
        sum(net)::text AS net_amount,
        (sum(gross) - sum(net))::text AS fee
      FROM part GROUP BY 1
    ), not_shown AS (
      SELECT currency, sum(not_shown)::text AS amount
      FROM part GROUP BY 1 HAVING sum(not_shown) > 0
    )
    SELECT
      (SELECT json_agg(json_build_object(
          'date', date,
          'total', COALESCE(total, '0'),
          'amounts', COALESCE(amounts, '[]')) ORDER BY day)
        FROM unnest(CAST(:dates AS text[])) WITH ORDINALITY AS each (date, day)
        LEFT JOIN by_day USING (day)) AS received,
      (SELECT COALESCE(json_agg(json_build_object(
          'key', key, 'amount', amount::text)
          ORDER BY by_key.amount DESC, key), '[]')
        FROM by_key) AS groups,
      (SELECT COALESCE(json_agg(fees ORDER BY currency), '[]') FROM fees) AS fees,
      (SELECT COALESCE(json_agg(not_shown ORDER BY currency), '[]')
        FROM not_shown) AS not_shown`
}

/**
 * SQL of how the payments started in the period ended. A payment that its buyer
 * replaced counts only if it was paid.
 */
function outcomesSql(started: string): string {
  return `SELECT count(*)::int AS ended,
      count(*) FILTER (WHERE status = 'paid')::int AS paid
    FROM ${started} AND status IN ('paid', 'failed', 'cancelled', 'abandoned')
      AND (status = 'paid' OR superseded_at IS NULL)`
}

/**
 * SQL of the median time from start to paid of payments paid in the period, in
 * whole seconds. Counting payments by second avoids sorting all of them.
 */
function medianSql(paid: string): string {
  return `WITH counted AS (
      SELECT GREATEST(0, date_part('epoch', paid_at - created_at)::int) AS seconds,
        count(*) AS payments
      FROM ${paid} GROUP BY 1
    ), summed AS (
      SELECT seconds, sum(payments) OVER (ORDER BY seconds) AS up_to_here,
        sum(payments) OVER () AS total
      FROM counted
    )
    SELECT seconds FROM summed WHERE up_to_here * 2 >= total
    ORDER BY seconds LIMIT 1`
}
