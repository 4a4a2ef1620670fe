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
import { resolved, stillOpen } from "./resolve-open"
import type { LockedException } from "./resolution"

const KIND = "never_answered"

/**
 * SQL of whether a verified webhook about a payment was processed, such as the
 * one about its creation: the gateway knows it, and its buyer may have paid.
 */
const REPORTED = `EXISTS (
  SELECT 1 FROM ${TABLE.webhookEvent} AS webhook_event
  WHERE webhook_event.payment_id = payment.id
    AND webhook_event.status = 'processed'
    AND webhook_event.deleted_at IS NULL)`

/** SQL of such exceptions. */
const KNOWN = `SELECT payment_id FROM ${TABLE.exception}
  WHERE kind = '${KIND}' AND deleted_at IS NULL`

/**
 * Maximum number of such exceptions that are open at a time. A return proves
 * nothing: the buyer's browser has the link before it pays, and a scanner may
 * open it. More payments wait in the list until the merchant has resolved some.
 */
export const NEVER_ANSWERED_OPEN = 20

/**
 * SQL of payments whose buyer returned by the success URL, and that never had an
 * exception.
 */
const UNANSWERED = `SELECT payment.* FROM ${TABLE.payment} AS payment
  WHERE ${NEVER_ANSWERED_SQL} AND payment.returned_result = 'success'
    AND payment.deleted_at IS NULL
    AND NOT EXISTS (${KNOWN} AND payment_id = payment.id)
  ORDER BY ${REPORTED} DESC, payment.expires_at, payment.id
  LIMIT GREATEST(0, ${NEVER_ANSWERED_OPEN} - (
    SELECT count(*) FROM (${KNOWN} AND status = 'open') AS open))`

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
  const ended = db(TABLE.payment)
    .whereRaw(`${TABLE.payment}.id = ${TABLE.exception}.payment_id`)
    .whereNotIn(`${TABLE.payment}.status`, [...OPEN_STATUSES])
  await stillOpen(db)
    .where({ kind: KIND })
    .whereExists(ended)
    .update(resolved(STORED_REASONS.answered, now))
  const { rows: payments } = await db.raw<{ rows: PaymentRow[] }>(UNANSWERED)
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
