import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { STORED_REASONS } from "../../../../exceptions/stored-reasons"
import {
  type ExceptionDraft,
  OPEN_STATUSES,
  type Payment,
} from "../../../../ledger"
import { NEVER_ANSWERED_SQL } from "../lists/payments"
import { type PaymentRow, TABLE } from "../tables"
import { openExceptions, type OpenedException } from "./exceptions"
import type { LockedException } from "./resolution"

const KIND = "never_answered"

/**
 * Maximum number of such exceptions that are open at a time. A return proves
 * nothing: the buyer's browser has the link before it pays, and a scanner may
 * open it. More payments wait in the list until the merchant has resolved some.
 */
export const NEVER_ANSWERED_OPEN = 20

/**
 * Opens exceptions about hosted payments whose outcome the gateway did not
 * report, and resolves those about payments it has reported since. Two processes
 * find the same payments, and open one exception of each.
 *
 * @returns the opened exceptions
 */
export async function reviewNeverAnswered(
  db: Knex,
  now: Date
): Promise<OpenedException[]> {
  const payments: PaymentRow[] = await unanswered(db)
    .with("answered", closeAnswered(db, now))
    .select("payment.*")
    .orderByRaw(
      `${REPORTED} DESC, payment.expires_at, payment.id
       LIMIT (SELECT GREATEST(0, ${NEVER_ANSWERED_OPEN} - count(*))
         FROM ${TABLE.exception}
         WHERE kind = '${KIND}' AND status = 'open' AND deleted_at IS NULL)`
    )
  const opened: OpenedException[] = []
  for (const payment of payments) {
    opened.push(...(await openExceptions(db, payment.id, [draftOf(payment)])))
  }
  return opened
}

/**
 * Ends the payment of such an exception, which the merchant closes: nothing has
 * arrived, and the buyer may pay again. Money that arrives after all is late.
 */
export async function stopWaiting(
  trx: Knex,
  { exception, payment, now }: LockedException
): Promise<void> {
  if (payment && exception.kind === KIND) {
    await trx(TABLE.payment)
      .where({ id: payment.id })
      .where("expires_at", ">", now)
      .update({ expires_at: now })
  }
}

/** Hosted payments can't be read, so the merchant compares with the portal. */
function draftOf(payment: Payment): ExceptionDraft {
  const { id: order_no, cart_id, order_id, customer_id } = payment
  return {
    kind: KIND,
    key: `${order_no}:${KIND}`,
    details: { order_no, cart_id, order_id, customer_id },
  }
}

/**
 * SQL of whether a verified webhook about a payment was processed, such as the
 * one about its creation: the gateway knows it, and its buyer may have paid.
 */
const REPORTED = `EXISTS (
  SELECT 1 FROM ${TABLE.webhookEvent} AS webhook_event
  WHERE webhook_event.payment_id = payment.id
    AND webhook_event.status = 'processed'
    AND webhook_event.deleted_at IS NULL)`

/**
 * Selects expired payments whose buyer returned by the success URL, and that
 * never had an exception.
 */
function unanswered(db: Knex): Knex.QueryBuilder {
  return db<PaymentRow>(`${TABLE.payment} as payment`)
    .whereRaw(NEVER_ANSWERED_SQL)
    .where("payment.returned_result", "success")
    .whereNull("payment.deleted_at")
    .whereNotExists((known) =>
      known
        .select(db.raw("1"))
        .from(`${TABLE.exception} as exception`)
        .where("exception.kind", KIND)
        .whereNull("exception.deleted_at")
        .where("exception.payment_id", db.ref("payment.id"))
    )
}

/** Part of another statement, since each pass of the job needs both. */
function closeAnswered(db: Knex, now: Date): Knex.Raw {
  return db.raw(
    `UPDATE ${TABLE.exception} AS exception
     SET status = 'resolved', resolved_at = :now, updated_at = :now,
       note = :note
     FROM ${TABLE.payment} AS payment
     WHERE exception.status = 'open' AND exception.kind = '${KIND}'
       AND exception.deleted_at IS NULL
       AND payment.id = exception.payment_id
       AND NOT payment.status = ANY(:open)`,
    { now, open: [...OPEN_STATUSES], note: STORED_REASONS.answered }
  )
}
