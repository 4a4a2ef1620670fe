import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { OTHER_MONEY_KINDS, type ReceivedMoney } from "../../../../ledger"
import { TABLE } from "../tables"

const KINDS = OTHER_MONEY_KINDS.map((kind) => `'${kind}'`).join(", ")

/**
 * SQL of exceptions that report other money. Test money is none, and a transfer
 * that may have paid the payment may be its own.
 */
const REPORTS_MONEY = `kind IN (${KINDS})
  AND (details ->> 'amount') IS NOT NULL
  AND (details ->> 'currency') IS NOT NULL
  AND (kind <> 'mode_mismatch' OR details ->> 'mode' IS DISTINCT FROM 'test')
  AND (details ->> 'may_have_paid') IS NULL
  AND deleted_at IS NULL`

/**
 * SQL of the money that the gateway last reported for an unpaid payment, such
 * as a wrong amount.
 *
 * @param payment its alias
 */
export function reportedSql(payment: string): string {
  return `SELECT details ->> 'amount' AS amount,
      details ->> 'currency' AS currency, details ->> 'chain' AS chain
    FROM ${TABLE.exception}
    WHERE payment_id = ${payment}.id AND ${payment}.status <> 'paid'
      AND ${REPORTS_MONEY}
    ORDER BY created_at DESC, id DESC LIMIT 1`
}

/**
 * SQL of all other money that the gateway reported for a payment, such as
 * `5.00 USDT + 7.50 USDT`.
 *
 * @param payment its alias
 */
export function otherMoneySql(payment: string): string {
  return `SELECT string_agg((details ->> 'amount') || ' ' ||
        (details ->> 'currency'), ' + ' ORDER BY created_at, id) AS amounts
    FROM ${TABLE.exception}
    WHERE payment_id = ${payment}.id AND ${REPORTS_MONEY}`
}

/** Reads the money received for payments: their own, or what was reported. */
export async function readReceived(
  db: Knex,
  ids: readonly string[]
): Promise<Map<string, ReceivedMoney>> {
  const { rows } = await db.raw<{
    rows: (ReceivedMoney & { id: string })[]
  }>(
    `SELECT payment.id,
       CASE payment.status WHEN 'paid' THEN 'paid' ELSE 'reported' END AS source,
       COALESCE(reported.amount, payment.amount) AS amount,
       COALESCE(reported.currency, payment.currency) AS currency,
       CASE WHEN reported.amount IS NULL THEN payment.chain ELSE reported.chain END AS chain
     FROM ${TABLE.payment} AS payment
     LEFT JOIN LATERAL (${reportedSql("payment")}) AS reported ON true
     WHERE payment.id = ANY(?)
       AND (payment.status = 'paid' OR reported.amount IS NOT NULL)`,
    [[...ids]]
  )
  return new Map(rows.map(({ id, ...received }) => [id, received]))
}
