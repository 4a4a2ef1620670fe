import { encodeTime } from "ulid"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { RefundRequest } from "../refunds/refunds"
import { TABLE } from "../tables"

/** The rows to compare, as ranges of ids. No other index has their order. */
export type RefundWalk = {
  /** Compares all refunds and captures made since then. */
  recent: Date
  /**
   * Compares `part` refunds above this id too, as one part of a walk over all.
   */
  after: string
  part: number
}

const ALL: RefundWalk = { recent: new Date(0), after: "", part: 0 }

export type MissedRefunds = {
  missed: RefundRequest[]
  /** Ids of payments that Medusa stored a capture of, and did not finish. */
  captures: string[]
  /** The last id of the part; null at the end of the walk. */
  end: string | null
}

/**
 * Lower bound of the ids of refunds made since a given time: Medusa's ids begin
 * with their time.
 */
export function refundIdAt(moment: Date): string {
  return `ref_${encodeTime(moment.getTime(), 10)}`
}

/**
 * Finds refunds that Medusa has and the ledger lacks, and captures that nothing
 * finishes. Medusa stores both before it calls the provider, and a process may
 * die in between. Refunds with an exception about them are left out, and
 * captures of a part, which need no call.
 *
 * @param before only older ones, since a younger one may still be in progress
 */
export async function findMissedRefunds(
  db: Knex,
  before: Date,
  limit: number,
  walk: RefundWalk = ALL
): Promise<MissedRefunds> {
  const { rows } = await db.raw<{ rows: MissedRefunds[] }>(
    `WITH part AS MATERIALIZED (
       SELECT id FROM refund WHERE id > :after ORDER BY id LIMIT :part
     ), missed AS (
       SELECT payment.id AS payment_id, refund.id AS medusa_refund_id,
         refund.raw_amount->>'value' AS cart_amount
       FROM (
         SELECT id FROM refund WHERE id > :recent UNION SELECT id FROM part
       ) AS among
       JOIN refund ON refund.id = among.id
       JOIN payment AS medusa ON medusa.id = refund.payment_id
       JOIN ${TABLE.payment} AS payment
         ON payment.session_id = medusa.payment_session_id
         AND payment.deleted_at IS NULL
       WHERE refund.created_at < :before AND refund.deleted_at IS NULL
         -- Limited, so that each is looked up by its index, and no table is read whole.
         AND (
           SELECT known.id FROM ${TABLE.refund} AS known
           WHERE known.medusa_refund_id = refund.id AND known.deleted_at IS NULL
           LIMIT 1) IS NULL
         AND (
           SELECT instead.id FROM ${TABLE.exception} AS instead
           WHERE instead.payment_id = payment.id
             AND instead.details ->> 'medusa_refund_id' = refund.id
             AND instead.deleted_at IS NULL
           LIMIT 1) IS NULL
       ORDER BY refund.created_at LIMIT :limit
     ), unfinished AS (
       SELECT payment.id
       FROM capture
       JOIN payment AS medusa ON medusa.id = capture.payment_id
         AND medusa.captured_at IS NULL AND medusa.canceled_at IS NULL
       JOIN ${TABLE.payment} AS payment
         ON payment.session_id = medusa.payment_session_id
         AND payment.status = 'paid' AND payment.deleted_at IS NULL
       JOIN ${TABLE.schedule} AS schedule ON schedule.payment_id = payment.id
         AND schedule.next_reconcile_at IS NULL
       WHERE capture.id > :captures AND capture.created_at < :before
         AND capture.deleted_at IS NULL
         AND medusa.amount <= (SELECT SUM(amount) FROM capture
           WHERE payment_id = medusa.id AND deleted_at IS NULL)
       LIMIT :limit
     )
     SELECT
       (SELECT COALESCE(jsonb_agg(to_jsonb(missed)), '[]') FROM missed) AS missed,
       (SELECT COALESCE(jsonb_agg(DISTINCT id), '[]') FROM unfinished) AS captures,
       (SELECT CASE WHEN count(*) = :part AND :part > 0 THEN max(id) END
         FROM part) AS "end"`,
    {
      before,
      limit,
      after: walk.after,
      part: walk.part,
      recent: refundIdAt(walk.recent),
      captures: `capt_${encodeTime(walk.recent.getTime(), 10)}`,
    }
  )
  return rows[0] ?? { missed: [], captures: [], end: null }
}
