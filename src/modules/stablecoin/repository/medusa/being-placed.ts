import { SETTLEMENT_KINDS } from "../../../../ledger"
import { TABLE } from "../tables"
import { manualOrderSql } from "./fragments"

const SETTLEMENTS = SETTLEMENT_KINDS.map((kind) => `'${kind}'`).join(", ")

/**
 * SQL of whether the money of a payment `received` is being settled, and the
 * merchant need not decide: Medusa's tables show nothing of it yet.
 */
export const isSettlingSql = (condition: string) => `EXISTS (
  SELECT FROM ${TABLE.payment} AS received
  JOIN ${TABLE.schedule} AS schedule ON schedule.payment_id = received.id
  WHERE ${condition} AND received.status = 'paid'
    AND received.deleted_at IS NULL
    AND schedule.next_reconcile_at IS NOT NULL
    AND NOT EXISTS (SELECT FROM payment
      WHERE payment_session_id = received.session_id
        AND deleted_at IS NULL)
    AND NOT EXISTS (SELECT FROM ${TABLE.refund}
      WHERE payment_id = received.id AND deleted_at IS NULL)
    AND NOT EXISTS (SELECT FROM ${TABLE.exception}
      WHERE payment_id = received.id AND deleted_at IS NULL
        AND (status = 'open' OR (resolution IN ('refund', 'close')
          AND kind IN (${SETTLEMENTS}) AND details ->> 'status' = 'paid'
          AND resolved_by IS NOT NULL))))`

/**
 * SQL of whether a payment of a collection is paid, its order is being placed
 * or its money captured, and the merchant need not decide. Medusa's tables show
 * nothing of that money yet. The parameter is a SQL expression.
 */
export function isBeingPlacedSql(collection: string): string {
  return `(${manualOrderSql(collection)} IS NOT NULL
    OR ${isSettlingSql(`received.payment_collection_id = ${collection}`)})`
}
