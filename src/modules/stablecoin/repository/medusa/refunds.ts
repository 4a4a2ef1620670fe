import { encodeTime } from "ulid"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { Captured } from "../../../../ledger"
import type { RefundRequest } from "../refunds/refunds"
import { type RefundRow, TABLE } from "../tables"
import { CAPTURED_SQL } from "./sums"

/**
 * Reads what Medusa has captured of the payment that a deposit paid; null
 * without a payment in Medusa. Medusa stores a capture before it is allocated,
 * and deletes it if it fails.
 */
export async function readCaptured(
  db: Knex,
  deposit_id: string
): Promise<Captured | null> {
  const { rows } = await db.raw<{ rows: { own: Captured }[] }>(
    `SELECT ${CAPTURED_SQL} AS own FROM ${TABLE.payment} AS ledger
     JOIN payment AS own ON own.payment_session_id = ledger.session_id
       AND own.deleted_at IS NULL
     WHERE ledger.deposit_id = :deposit_id AND ledger.deleted_at IS NULL`,
    { deposit_id }
  )
  return rows[0]?.own ?? null
}

/** Finds the unsent refunds of a deposit that Medusa has rolled back. */
export async function findRolledBack(
  db: Knex,
  deposit_id: string
): Promise<RefundRow[]> {
  return await db<RefundRow>(`${TABLE.refund} as due`)
    .where({ deposit_id, status: "due" })
    .whereNotNull("medusa_refund_id")
    .whereNotExists((standing) =>
      standing
        .from("refund")
        .whereRaw("refund.id = due.medusa_refund_id")
        .whereNull("refund.deleted_at")
    )
    .select("due.*")
}

/** Age of the refunds and captures that are compared. */
const COMPARED_MS = 7 * 24 * 3600_000

export type MissedRefunds = {
  missed: RefundRequest[]
  /** Ids of payments that Medusa stored a capture of, and did not finish. */
  captures: string[]
}

/** Lower bound of the ids since a time: Medusa's ids begin with their time. */
function idAt(prefix: string, at: number): string {
  return `${prefix}_${encodeTime(at, 10)}`
}

/**
 * Finds refunds that Medusa has and the ledger lacks, and captures that nothing
 * finishes. Medusa stores both before it calls the provider, and a process may
 * die in between. Refunds with an exception about them are left out, and
 * captures of a part, which need no call. Those of the last week are compared.
 *
 * @param before only older ones, since a younger one may still be in progress
 */
export async function findMissedRefunds(
  db: Knex,
  before: Date,
  limit: number
): Promise<MissedRefunds> {
  const since = before.getTime() - COMPARED_MS
  const { rows } = await db.raw<{ rows: MissedRefunds[] }>(
    `WITH missed AS (
       SELECT payment.id AS payment_id, refund.id AS medusa_refund_id,
         refund.raw_amount->>'value' AS cart_amount
       FROM refund
       JOIN payment AS medusa ON medusa.id = refund.payment_id
       JOIN ${TABLE.payment} AS payment
         ON payment.session_id = medusa.payment_session_id
         AND payment.deleted_at IS NULL
       WHERE refund.id > :refunds AND refund.created_at < :before
         AND refund.deleted_at IS NULL
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
       (SELECT COALESCE(jsonb_agg(DISTINCT id), '[]') FROM unfinished) AS captures`,
    {
      before,
      limit,
      refunds: idAt("ref", since),
      captures: idAt("capt", since),
    }
  )
  return rows[0] ?? { missed: [], captures: [] }
}
