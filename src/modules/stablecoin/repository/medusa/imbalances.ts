import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { Imbalance } from "../../../../ledger"
import { TABLE } from "../tables"
import type { MedusaColumns } from "./columns"

export const IMBALANCE_COLUMNS = {
  payment: [
    "id",
    "captured_at",
    "canceled_at",
    "payment_collection_id",
    "payment_session_id",
    "deleted_at",
  ],
  capture: ["payment_id", "amount", "deleted_at"],
  refund: ["payment_id", "amount", "deleted_at"],
  order_payment_collection: ["order_id", "payment_collection_id", "deleted_at"],
  order: [
    "id",
    "currency_code",
    "version",
    "canceled_at",
    "status",
    "updated_at",
    "deleted_at",
  ],
  order_summary: ["order_id", "version", "totals", "updated_at", "deleted_at"],
} satisfies MedusaColumns

/** A page of imbalances, in the order of their keys. */
export type ImbalancesPage = {
  /** Only money that has not changed since then: later changes may go on. */
  before: Date
  /** Key of the last page's last imbalance; empty for the first page. */
  after: string
  limit: number
  /** Milliseconds after which PostgreSQL cancels the statement. */
  timeout: number
}

/** Sums of Medusa's payments. Grouped, so that no row is looked up alone. */
const MEDUSA = `SELECT paid.payment_session_id, paid.payment_collection_id,
    paid.captured_at, COALESCE(refunded.count, 0) AS refunds,
    paid.captured_at IS NULL AND paid.canceled_at IS NULL AS is_authorized,
    COALESCE(captured.amount, 0) - COALESCE(refunded.amount, 0) AS held
  FROM payment AS paid
  LEFT JOIN (SELECT payment_id, SUM(amount) AS amount FROM capture
    WHERE deleted_at IS NULL GROUP BY payment_id) AS captured
    ON captured.payment_id = paid.id
  LEFT JOIN (SELECT payment_id, SUM(amount) AS amount, count(*) FROM refund
    WHERE deleted_at IS NULL GROUP BY payment_id) AS refunded
    ON refunded.payment_id = paid.id
  WHERE paid.deleted_at IS NULL`

const usedAs = (kind: string) =>
  `COALESCE(SUM(CAST(amount AS numeric)) FILTER (WHERE kind = '${kind}'), 0)`

const USED = `SELECT deposit_id, max(created_at) AS changed_at,
    ${usedAs("capture")} AS capture, ${usedAs("refund")} AS refund,
    ${usedAs("kept")} AS kept
  FROM ${TABLE.allocation} WHERE deleted_at IS NULL GROUP BY deposit_id`

const RETURNED = `SELECT deposit_id, SUM(CAST(amount AS numeric)) AS amount
  FROM ${TABLE.refund}
  WHERE status <> 'void' AND deleted_at IS NULL GROUP BY deposit_id`

/**
 * Deposits, with the payment that is paid by each. Medusa stores more digits
 * than coins have, and each of its refunds is rounded once.
 */
const DEPOSITS = `SELECT deposit.id, deposit.payment_id, deposit.currency,
    deposit.chain, deposit.seen_at, deposit.matched_at,
    deposit.destination_address, own.id AS own_id, own.capture AS capture_mode,
    CAST(deposit.amount AS numeric) AS amount,
    COALESCE(used.capture, 0) AS capture, COALESCE(used.refund, 0) AS refund,
    COALESCE(used.kept, 0) AS kept, COALESCE(returned.amount, 0) AS returned,
    COALESCE(medusa.held, 0) AS held, medusa.captured_at, medusa.is_authorized,
    0.005 + 0.01 * COALESCE(medusa.refunds, 0) AS rounding
  FROM ${TABLE.deposit} AS deposit
  LEFT JOIN used ON used.deposit_id = deposit.id
  LEFT JOIN returned ON returned.deposit_id = deposit.id
  LEFT JOIN ${TABLE.payment} AS own
    ON own.deposit_id = deposit.id AND own.id = deposit.payment_id
      AND own.deleted_at IS NULL
  LEFT JOIN medusa ON medusa.payment_session_id = own.session_id
  WHERE deposit.deleted_at IS NULL AND GREATEST(
    deposit.created_at, deposit.updated_at, used.changed_at) < :before`

/** Whether settling takes care of the deposit that the payment is paid by. */
const IS_SETTLING = `EXISTS (SELECT FROM ${TABLE.schedule} AS schedule
  WHERE schedule.payment_id = own_id
    AND schedule.next_reconcile_at IS NOT NULL)`

const named = (by: string) => `EXISTS (SELECT FROM ${TABLE.exception} AS named
  WHERE ${by} AND named.status = 'open' AND named.deleted_at IS NULL
    AND named.kind NOT IN ('refund_due', 'unbalanced'))`

/** Whether a payment is authorized that the merchant captures. */
const IS_CAPTURED_LATER =
  "(capture_mode = 'manual' AND COALESCE(is_authorized, false))"

/** Whether a payment at the same address may still be named as paid by it. */
const IS_MATCHING = `(seen_at IS NOT NULL AND matched_at IS NULL AND EXISTS (
  SELECT FROM ${TABLE.payment} AS shown
  JOIN ${TABLE.schedule} AS schedule ON schedule.payment_id = shown.id
  WHERE lower(shown.destination_address) = deposit.destination_address
    AND schedule.next_reconcile_at IS NOT NULL))`

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
    UNION ALL SELECT 'captured_otherwise', capture, held
      WHERE (held > capture + kept + rounding
        OR capture > held + rounding
          AND (captured_at IS NOT NULL OR held = 0))
        AND NOT ${IS_SETTLING} AND NOT ${named("named.payment_id = own_id")}
    UNION ALL SELECT 'unallocated', 0, amount - capture - refund - kept
      WHERE capture + refund + kept < amount
        AND NOT ${named("named.deposit_id = deposit.id")}
        AND NOT ${IS_SETTLING} AND NOT ${IS_CAPTURED_LATER}
        AND NOT ${IS_MATCHING}
    LIMIT 1) AS problem`

/** Whether the merchant has decided about the same excess of an order before. */
const IS_DECIDED = `EXISTS (SELECT FROM ${TABLE.exception} AS decided
  WHERE decided.payment_id = ledger.id AND decided.kind = 'amount_due_changed'
    AND decided.resolution = 'close' AND decided.deleted_at IS NULL
    AND CAST(decided.details ->> 'excess' AS numeric)
      = round(medusa_order.held, 2) - round(medusa_order.total, 2))`

/**
 * Orders that were paid in stablecoins, also in part. Nothing is due for a
 * cancelled one. Less than a cent is Medusa's rounding.
 */
const OF_ORDERS = `SELECT CAST(NULL AS text) AS deposit_id, id AS order_id,
    payment_id, currency, NULL AS chain, 'overpaid' AS reason,
    total AS expected, held AS found
  FROM (SELECT "order".id, upper("order".currency_code) AS currency,
      CASE WHEN "order".canceled_at IS NOT NULL OR "order".status = 'canceled'
        THEN 0 ELSE CAST(summary.totals ->> 'current_order_total' AS numeric)
      END AS total,
      SUM(medusa.held) AS held,
      max(ledger.id) FILTER (WHERE ledger.status = 'paid') AS payment_id
    FROM order_payment_collection AS link
    JOIN "order" ON "order".id = link.order_id AND "order".deleted_at IS NULL
    JOIN order_summary AS summary ON summary.order_id = "order".id
      AND summary.version = "order".version AND summary.deleted_at IS NULL
    JOIN medusa ON medusa.payment_collection_id = link.payment_collection_id
    LEFT JOIN ${TABLE.payment} AS ledger
      ON ledger.session_id = medusa.payment_session_id
        AND ledger.deleted_at IS NULL
    WHERE link.deleted_at IS NULL
      AND GREATEST("order".updated_at, summary.updated_at) < :before
    GROUP BY "order".id, summary.totals) AS medusa_order
  WHERE round(held, 2) > round(total, 2) AND payment_id IS NOT NULL
    AND NOT EXISTS (SELECT FROM order_payment_collection AS link
      JOIN ${TABLE.payment} AS ledger
        ON ledger.payment_collection_id = link.payment_collection_id
      WHERE link.order_id = medusa_order.id AND link.deleted_at IS NULL
        AND (${named("named.payment_id = ledger.id")} OR ${IS_DECIDED}))`

/**
 * Lists the deposits and orders whose money is not accounted for, apart from
 * those about which the merchant has closed an exception.
 */
export async function listImbalances(
  db: Knex,
  { timeout, ...page }: ImbalancesPage
): Promise<Imbalance[]> {
  const { rows } = await db
    .raw<{ rows: Imbalance[] }>(
      `WITH medusa AS (${MEDUSA}), used AS (${USED}), returned AS (${RETURNED}),
       deposit AS (${DEPOSITS}),
       imbalance AS (
         SELECT deposit_id, order_id, payment_id, currency, chain, reason,
           CAST(expected AS text), CAST(found AS text),
           concat_ws(':', deposit_id, order_id, reason,
             trim_scale(found) || '/' || trim_scale(expected)) AS key
         FROM (${OF_DEPOSITS} UNION ALL ${OF_ORDERS}) AS any_problem)
     SELECT * FROM imbalance
     WHERE key > :after AND NOT EXISTS (
       SELECT FROM ${TABLE.exception} AS decided
       WHERE decided.key = imbalance.key AND decided.resolution = 'close'
         AND decided.deleted_at IS NULL)
     ORDER BY key LIMIT :limit`,
      page as unknown as Knex.RawBinding
    )
    .timeout(timeout, { cancel: true })
  return rows
}
