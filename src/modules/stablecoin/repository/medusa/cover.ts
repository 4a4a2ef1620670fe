import { TABLE } from "../tables"
import { linkedOrderSql, SUMMARY_SQL } from "./fragments"
import {
  heldSql,
  keptForSql,
  movedSql,
  releasedSql,
  takenSql,
  totalSql,
} from "./sums"

/** SQL of whether the row `paid` is ours, and newer than that of a session. */
const isLaterSql = (session: string) =>
  `(paid.created_at, paid.id) > (SELECT created_at, id FROM payment
      WHERE payment_session_id = ${session} AND deleted_at IS NULL LIMIT 1)
    AND EXISTS (SELECT FROM ${TABLE.payment}
      WHERE session_id = paid.payment_session_id AND deleted_at IS NULL)`

/** A buyer may move to another region after a completion of the cart has failed. */
const IN_ITS_CURRENCY = `NOT EXISTS (SELECT FROM payment_collection AS moved_to
  WHERE moved_to.id = paid.payment_collection_id
    AND moved_to.currency_code <> paid.currency_code)`

/**
 * SQL of the sums of `Cover`, and of `taken`, over the payments of some
 * collections. All parameters are SQL expressions.
 *
 * @param recorded refunds of the row `paid` that count
 * @param elsewhere sum that was paid without a collection
 * @param kept sum that the merchant keeps for the order. It goes back before any
 *   money that was held
 */
function coverSql(
  collections: string,
  session: string,
  recorded: string,
  elsewhere: string,
  kept = "0"
): string {
  // Medusa's outstanding amount, which is marked as paid, includes what is kept.
  const beyond = `GREATEST(${kept} - COALESCE(SUM(${heldSql("paid")})
    FILTER (WHERE paid.provider_id = 'pp_system_default'), 0), 0)`
  const sum = (
    amount: string,
    of = "true",
    also = `${elsewhere} + ${beyond}`
  ) =>
    `CAST(COALESCE(SUM(GREATEST(${amount}, 0)) FILTER (WHERE ${of}), 0) + ${also} AS text)`
  const taken = `${takenSql("paid")} - moved.recorded - moved.released`
  const captured = `LEAST(moved.captured - moved.recorded, ${taken})`
  const held = heldSql("paid")
  const isOther = `paid.payment_session_id <> ${session}`
  return `(SELECT jsonb_build_object(
      'covered_by_others', ${sum(taken, isOther)},
      'captured_by_others', ${sum(captured, isOther)},
      'taken', ${sum(taken)},
      'held', ${sum(held, "true", elsewhere)},
      'held_later', ${sum(held, isLaterSql(session), "0")})
    FROM payment AS paid
    CROSS JOIN LATERAL (SELECT ${movedSql("capture")} AS captured,
      ${recorded} AS recorded, ${releasedSql("paid")} AS released) AS moved
    WHERE paid.payment_collection_id IN (${collections})
      AND paid.deleted_at IS NULL AND ${IN_ITS_CURRENCY})`
}

/** Medusa never records a refund that is older than the order. */
const RECORDED_REFUNDS = `(SELECT COALESCE(SUM(refund.amount), 0) FROM refund
  WHERE refund.payment_id = paid.id AND refund.deleted_at IS NULL
    AND (refund.created_at < "order".created_at OR EXISTS (
      SELECT FROM order_transaction AS recorded
      WHERE recorded.reference_id = refund.id
        AND recorded.order_id = "order".id AND recorded.deleted_at IS NULL)))`

/** Payments that the merchant's systems recorded without a collection. */
const PAID_ELSEWHERE = `(SELECT COALESCE(SUM(amount), 0) FROM order_transaction
  WHERE order_id = "order".id AND deleted_at IS NULL
    AND COALESCE(reference, '') NOT IN ('capture', 'refund'))`

const CHANGED_IN = `(SELECT MAX(earlier.version) FROM order_summary AS earlier
  WHERE earlier.order_id = "order".id AND earlier.deleted_at IS NULL
    AND ${totalSql("earlier")} <> ${totalSql("summary")})`

/**
 * SQL of what the row `"order"` asks for over all its collections. It takes the
 * row `summary` of `SUMMARY_SQL`.
 *
 * Medusa's edits leave collections behind that ask for more than the order, and
 * its current total alone is right. Its paid total is not used: Medusa notes a
 * capture with the order only after it was made, and an authorization never. The
 * payments are summed instead. A refund that leaves less than the total paid
 * lowers the total as well, once it is recorded.
 */
export function orderDueSql(session: string): string {
  const collections = `SELECT payment_collection_id FROM order_payment_collection
    WHERE order_id = "order".id AND deleted_at IS NULL`
  return `(jsonb_build_object(
      'total', CAST(${totalSql("summary")} AS text),
      'changed_in', ${CHANGED_IN})
      || ${coverSql(collections, session, RECORDED_REFUNDS, PAID_ELSEWHERE, keptForSql('"order".id'))})`
}

/**
 * SQL of how much of a collection and of its order other sessions than one have
 * paid. The parameters are SQL expressions.
 */
export function dueSql(collection: string, session: string): string {
  return `(${coverSql(collection, session, movedSql("refund"), "0")}
    || jsonb_build_object('order_due', (SELECT ${orderDueSql(session)}
      FROM ${linkedOrderSql(collection, SUMMARY_SQL)} LIMIT 1)))`
}

/** SQL of the row `collection` alone. */
export const COLLECTION_SQL = `jsonb_build_object(
  'amount', collection.raw_amount ->> 'value',
  'currency', collection.currency_code,
  'status', collection.status)`

/** SQL of the row `collection` with its due; null if there is none. */
export function collectionSql(session: string): string {
  return `CASE WHEN collection.id IS NOT NULL
    THEN ${COLLECTION_SQL} || ${dueSql("collection.id", session)} END`
}
