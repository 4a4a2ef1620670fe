import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { OPEN_STATUSES, type Payment } from "../../../ledger"
import { type PaymentRow, TABLE } from "./tables"

/**
 * Closes the questions that the gateway has answered after all, in one
 * statement with the search for those that are to be asked.
 *
 * @returns payments past their time that a person was not asked about yet, and whose buyer came back
 */
export async function reviewNeverAnswered(
  db: Knex,
  limit: number,
  now: Date
): Promise<Payment[]> {
  return await db<PaymentRow>(`${TABLE.payment} as payment`)
    .with("answered", closeAnswered(db, now))
    .where({ rail: "hosted", returned_result: "success" })
    .whereIn("status", OPEN_STATUSES)
    .where("expires_at", "<=", now)
    .whereNull("deleted_at")
    .whereNotExists((asked) =>
      asked
        .select(db.raw("1"))
        .from(`${TABLE.exception} as exception`)
        .where("exception.kind", "never_answered")
        .whereNull("exception.deleted_at")
        .where("exception.payment_id", db.ref("payment.id"))
    )
    .orderBy("expires_at")
    .limit(limit)
    .select("payment.*")
}

/** Of payments that have ended, so that none of them is asked about by the same statement. */
function closeAnswered(db: Knex, now: Date): Knex.Raw {
  return db.raw(
    `UPDATE ${TABLE.exception} AS exception
     SET status = 'resolved', resolved_at = :now, updated_at = :now,
       note = 'The gateway answered after all: the payment is ' || payment.status || '.'
     FROM ${TABLE.payment} AS payment
     WHERE exception.status = 'open' AND exception.kind = 'never_answered'
       AND exception.deleted_at IS NULL
       AND payment.id = exception.payment_id
       AND NOT payment.status = ANY(:open)`,
    { now, open: [...OPEN_STATUSES] }
  )
}
