import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { Imbalance } from "../../../../ledger"
import { TABLE } from "../tables"
import { CANCELED_SQL, linkedOrderSql, SUMMARY_SQL } from "./fragments"
import { coinsSql, heldSql, movedSql, totalSql } from "./sums"
import { isUncoveredSql } from "./serving-order"

const usedAs = (kind: string) =>
  `COALESCE(SUM(CAST(amount AS numeric)) FILTER (WHERE kind = '${kind}'), 0)`

const HELD = `${movedSql("capture")} - ${movedSql("refund")}`
/** The same in the stablecoin: a refund may have had another price. */
const IN_COINS = `${coinsSql("own", movedSql("capture"))} - (
    SELECT COALESCE(SUM(COALESCE(CAST(due.allocated AS numeric),
      ${coinsSql("own", "refund.amount")})), 0)
    FROM refund LEFT JOIN ${TABLE.refund} AS due
      ON due.medusa_refund_id = refund.id AND due.status <> 'void'
        AND due.deleted_at IS NULL
    WHERE refund.payment_id = paid.id AND refund.deleted_at IS NULL)`
/** The median of the prices that a quote is based on, without rounding. */
const MEDIAN = `(SELECT SUM(value) * CASE COUNT(*) WHEN 1 THEN 1 ELSE 0.5 END
  FROM (SELECT CAST(price ->> 'value' AS numeric) AS value,
      row_number() OVER (ORDER BY CAST(price ->> 'value' AS numeric)) AS place,
      count(*) OVER () AS number
    FROM jsonb_array_elements(quote.sources) AS price) AS sorted
  WHERE place IN ((number + 1) / 2, (number + 2) / 2))`

/** The amount of a payment, derived again: of its quote, or a coin a dollar. */
const DERIVED = `CASE WHEN own.quote_id IS NULL
  THEN round(CAST(own.cart_amount AS numeric), 2)
  ELSE COALESCE((SELECT round(ceil(CAST(own.cart_amount AS numeric) * ${MEDIAN}
      * (100 + CAST(quote.spread AS numeric))) / 100, 2)
    FROM ${TABLE.quote} AS quote WHERE quote.id = own.quote_id), 0) END`

/** Less what the merchant keeps for something else. */
const OF_ORDER = `GREATEST(LEAST(${HELD}, ${heldSql("paid")}), 0)`

/**
 * The newest deposits, with the payment that is paid by each. Medusa stores
 * more digits than coins have, and each of its refunds is rounded once. LIMIT
 * makes PostgreSQL look each payment up, instead of hashing the whole table.
 */
const DEPOSITS = `SELECT part.id, part.payment_id, part.currency, part.chain, part.mode,
    own.id AS own_id, own.capture AS capture_mode, own.payment_collection_id,
    CAST(own.amount AS numeric) AS due, ${DERIVED} AS derived,
    CAST(part.amount AS numeric) AS amount, used.capture, used.refund, used.kept,
    (SELECT COALESCE(SUM(CAST(allocated AS numeric)), 0) FROM ${TABLE.refund}
      WHERE deposit_id = part.id AND status <> 'void' AND deleted_at IS NULL)
      AS returned,
    ${IN_COINS} AS held, paid.captured_at,
    paid.captured_at IS NULL AND paid.canceled_at IS NULL
      AND paid.id IS NOT NULL AS is_authorized,
    0.005 + 0.01 * (SELECT count(*) FROM refund
      WHERE payment_id = paid.id AND deleted_at IS NULL) AS rounding
  FROM part
  CROSS JOIN LATERAL (SELECT max(created_at) AS changed_at,
      ${usedAs("capture")} AS capture, ${usedAs("refund")} AS refund,
      ${usedAs("kept")} AS kept
    FROM ${TABLE.allocation}
    WHERE deposit_id = part.id AND deleted_at IS NULL) AS used
  LEFT JOIN LATERAL (SELECT * FROM ${TABLE.payment}
    WHERE id = part.payment_id AND deposit_id = part.id AND deleted_at IS NULL
    LIMIT 1) AS own ON true
  LEFT JOIN LATERAL (SELECT id, captured_at, canceled_at FROM payment
    WHERE payment_session_id = own.session_id AND deleted_at IS NULL
    LIMIT 1) AS paid ON true
  WHERE GREATEST(part.created_at, part.updated_at, used.changed_at) < :before`

/** Whether settling takes care of the deposit that the payment is paid by. */
const IS_SETTLING = `EXISTS (SELECT FROM ${TABLE.schedule} AS schedule
  WHERE schedule.payment_id = own_id
    AND schedule.next_reconcile_at IS NOT NULL)`

/** Whether an exception asks the merchant about money that has no use yet. */
const IS_OPEN = `named.status = 'open'
  AND named.kind NOT IN ('refund_due', 'unbalanced', 'order_incomplete')`

const named = (by: string) => `EXISTS (SELECT FROM ${TABLE.exception} AS named
  WHERE ${by} AND ${IS_OPEN} AND named.deleted_at IS NULL)`

/** Whether a payment is authorized that the merchant captures. */
const IS_CAPTURED_LATER = "(capture_mode = 'manual' AND is_authorized)"

/**
 * The first problem of a deposit, with what was expected and what was found.
 * Kept money may have been captured before. A part may be captured later.
 */
const OF_DEPOSITS = `SELECT id AS deposit_id, CAST(NULL AS text) AS order_id,
    payment_id, currency, chain, problem.*
  FROM deposit CROSS JOIN LATERAL (
    SELECT 'over_allocated' AS reason, amount AS expected,
        capture + refund + kept AS found
      WHERE capture + refund + kept > amount
    UNION ALL SELECT 'refunded_otherwise', refund, returned
      WHERE refund <> returned
    UNION ALL SELECT 'priced_otherwise', derived, due WHERE due <> derived
    UNION ALL SELECT 'captured_otherwise', capture, held
      WHERE (held > capture + kept + rounding
        OR capture > held + rounding
          AND (captured_at IS NOT NULL OR held = 0))
        AND NOT ${IS_SETTLING} AND NOT ${named("named.payment_id = own_id")}
    UNION ALL SELECT 'unallocated', 0, amount - capture - refund - kept
      WHERE capture + refund + kept < amount
        AND NOT ${named("named.deposit_id = deposit.id")}
        AND NOT ${IS_SETTLING} AND NOT ${IS_CAPTURED_LATER}
    UNION ALL SELECT 'kept_otherwise', 0, CAST(allocation.amount AS numeric)
      FROM ${TABLE.allocation} AS allocation
      WHERE kept > 0 AND allocation.deposit_id = deposit.id
        AND allocation.kind = 'kept' AND allocation.order_id IS NOT NULL
        AND allocation.deleted_at IS NULL AND deposit.mode IS DISTINCT FROM 'test'
        AND ${isUncoveredSql("allocation.order_id")}
        AND NOT ${named("named.deposit_id = deposit.id")}
    LIMIT 1) AS problem`

/**
 * Whether an open exception names the excess of an order, or the merchant has
 * decided about it before. Its newest payments answer for it first.
 */
const IS_EXPLAINED = `(WITH named AS (
    SELECT named.* FROM order_payment_collection AS link
    JOIN ${TABLE.payment} AS ledger
      ON ledger.payment_collection_id = link.payment_collection_id
        AND ledger.deleted_at IS NULL
    JOIN ${TABLE.exception} AS named ON named.payment_id = ledger.id
      AND named.deleted_at IS NULL
    WHERE link.order_id = medusa_order.id AND link.deleted_at IS NULL),
  decided AS (
    SELECT DISTINCT ON (payment_id) payment_id, details FROM named
    WHERE kind = 'amount_due_changed' AND resolution = 'close'
    ORDER BY payment_id, resolved_at DESC),
  answered AS (
    SELECT SUM(CAST(details ->> 'cart_excess' AS numeric))
      OVER (ORDER BY payment_id DESC) AS excess FROM decided)
  SELECT EXISTS (SELECT FROM named WHERE ${IS_OPEN})
    OR EXISTS (SELECT FROM answered
      WHERE round(excess, 2) = round(taken.held - medusa_order.total, 2)))`

/**
 * Orders that were paid in stablecoins, also in part, each with the deposit of
 * its newest payment. Nothing is due for a cancelled one. Less than a cent is
 * Medusa's rounding.
 */
const OF_ORDERS = `SELECT CAST(NULL AS text) AS deposit_id,
    medusa_order.id AS order_id, own_id AS payment_id, medusa_order.currency,
    NULL AS chain, 'overpaid' AS reason, total AS expected,
    taken.held AS found
  FROM deposit
  CROSS JOIN LATERAL (SELECT "order".id,
      upper("order".currency_code) AS currency,
      CASE WHEN ${CANCELED_SQL} THEN 0
        ELSE ${totalSql("summary")} END AS total
    FROM ${linkedOrderSql("deposit.payment_collection_id", SUMMARY_SQL)}
      AND GREATEST("order".updated_at, summary.updated_at) < :before
    LIMIT 1) AS medusa_order
  CROSS JOIN LATERAL (SELECT SUM(${OF_ORDER}) AS held,
      max(ledger.id) FILTER (WHERE ledger.status = 'paid') AS newest_id
    FROM order_payment_collection AS link
    JOIN payment AS paid
      ON paid.payment_collection_id = link.payment_collection_id
        AND paid.deleted_at IS NULL
    LEFT JOIN ${TABLE.payment} AS ledger
      ON ledger.session_id = paid.payment_session_id
        AND ledger.deleted_at IS NULL
    WHERE link.order_id = medusa_order.id AND link.deleted_at IS NULL) AS taken
  WHERE taken.newest_id = own_id AND round(taken.held, 2) > round(total, 2)
    AND NOT ${IS_EXPLAINED}`

const IMBALANCES = `WITH part AS MATERIALIZED (SELECT * FROM ${TABLE.deposit}
    WHERE deleted_at IS NULL
      AND created_at >= COALESCE(CAST(:from AS timestamptz), '-infinity')
      AND created_at < COALESCE(CAST(:to AS timestamptz), 'infinity')
    ORDER BY id DESC LIMIT :newest),
  deposit AS (${DEPOSITS}),
  imbalance AS (SELECT deposit_id, order_id, payment_id, currency, chain,
      reason, CAST(expected AS text), CAST(found AS text),
      concat_ws(':', deposit_id, order_id, reason,
        trim_scale(found) || '/' || trim_scale(expected)) AS key
    FROM (${OF_DEPOSITS} UNION ALL ${OF_ORDERS}) AS any_problem)
  SELECT * FROM imbalance
    WHERE NOT EXISTS (SELECT FROM ${TABLE.exception} AS decided
      WHERE decided.key = imbalance.key AND decided.resolution = 'close'
        AND decided.deleted_at IS NULL)`

/** Limits a statement, which would otherwise keep its connection. */
const HEALTH_MS = 10_000
const AUDIT_MS = 10 * 60_000

/** The deposits to read, with their orders. Default: all. */
export type AuditedPart = {
  /** How many, the newest first. */
  newest?: number
  /** ISO 8601: stored since then. */
  from?: string
  /** ISO 8601: stored before then. */
  to?: string
}

/**
 * Lists the deposits and orders whose money is not accounted for, apart from
 * those about which the merchant has closed an exception.
 *
 * @param before only money that has not changed since then: later changes may
 * go on
 */
export async function listImbalances(
  db: Knex,
  before: Date,
  { newest, from, to }: AuditedPart = {}
): Promise<Imbalance[]> {
  const { rows } = await db
    .raw<{ rows: Imbalance[] }>(IMBALANCES, {
      before,
      newest: newest ?? null,
      from: from ?? null,
      to: to ?? null,
    } as unknown as Knex.RawBinding)
    .timeout(newest ? HEALTH_MS : AUDIT_MS, { cancel: true })
  return rows
}
