import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type {
  AdminFees,
  AdminNotShownMoney,
  AdminReceivedDay,
  AdminReceivedGroup,
  OverviewGroup,
} from "../../../../http-types"
import { TABLE } from "../tables"
import { isIn, PAID_AT, type Period, readPart, valuesOf } from "./period"

/** Amounts are decimal strings. */
export type ReceivedMoney = {
  received: AdminReceivedDay[]
  groups: AdminReceivedGroup[]
  fees: AdminFees[]
}

/**
 * Sums the money received by day, by coin or network, and the fees by coin.
 * Reads the period's payments once, in an index alone.
 */
export async function readReceivedMoney(
  db: Knex,
  { by, ...period }: Period & { by: OverviewGroup }
): Promise<ReceivedMoney> {
  const [money] = await readPart<ReceivedMoney>(
    db,
    `WITH part AS MATERIALIZED (
         SELECT width_bucket(paid_at, CAST(:starts AS timestamptz[])) AS day,
           currency, chain,
           count(*) AS payments,
           sum(amount::numeric) AS amount,
           count(net_amount) AS reported,
           sum(net_amount::numeric) AS net,
           sum(amount::numeric) FILTER (WHERE net_amount IS NOT NULL) AS gross
         FROM ${TABLE.payment}
         WHERE status = 'paid' AND deleted_at IS NULL AND ${isIn(period, PAID_AT)}
         GROUP BY 1, 2, 3
       ), by_day_and_key AS (
         SELECT day, ${by} AS key, sum(amount) AS amount FROM part GROUP BY 1, 2
       ), by_day AS (
         SELECT day, sum(amount)::text AS total,
           json_agg(json_build_object('key', key, 'amount', amount::text)
             ORDER BY key) AS amounts
         FROM by_day_and_key GROUP BY 1
       ), by_key AS (
         SELECT ${by} AS key, sum(amount) AS amount,
           sum(payments)::int AS payments
         FROM part GROUP BY 1
       ), by_currency AS (
         SELECT currency, sum(payments)::int AS payments,
           sum(amount)::text AS amount,
           sum(payments - reported)::int AS unreported,
           sum(net)::text AS net_amount,
           (sum(gross) - sum(net))::text AS fee
         FROM part GROUP BY 1
       )
       SELECT
         (SELECT json_agg(json_build_object(
             'date', date,
             'total', COALESCE(total, '0'),
             'amounts', COALESCE(amounts, '[]')) ORDER BY day)
           FROM unnest(CAST(:dates AS text[])) WITH ORDINALITY AS each (date, day)
           LEFT JOIN by_day USING (day)) AS received,
         (SELECT COALESCE(json_agg(json_build_object(
             'key', key, 'amount', amount::text, 'payments', payments)
             ORDER BY by_key.amount DESC, key), '[]')
           FROM by_key) AS groups,
         (SELECT COALESCE(json_agg(by_currency ORDER BY currency), '[]')
           FROM by_currency) AS fees`,
    { ...valuesOf(period), starts: period.starts, dates: period.dates }
  )
  if (!money) {
    throw new Error("The received money was not read.")
  }
  return money
}

/**
 * Sums the period's received money that the chain does not show, by coin. Reads
 * the index of the rare proof statuses.
 */
export async function readNotShownMoney(
  db: Knex,
  period: Period
): Promise<AdminNotShownMoney[]> {
  return await readPart<AdminNotShownMoney>(
    db,
    `SELECT currency, sum(amount::numeric)::text AS amount,
         count(*)::int AS payments
       FROM ${TABLE.payment}
       WHERE proof_status IN ('not_found', 'contradicted')
         AND status = 'paid' AND deleted_at IS NULL
         AND ${isIn(period, PAID_AT)}
       GROUP BY 1 ORDER BY 1`,
    valuesOf(period)
  )
}
