import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { isPayable, type Payment, transition } from "../../../../ledger"
import { timelineRow } from "../payments/payments"
import { type PaymentRow, TABLE } from "../tables"

/** The result of erasing a customer from one payment. */
export type ForgottenPayment =
  /** The customer's data was erased. */
  | { is: "forgotten" }
  /** The buyer may still pay it, or it is being settled: nothing was erased. */
  | { is: "open"; status: Payment["status"]; expires_at: Date }
  /**
   * These must be resolved first, and need the customer's data: nothing was
   * erased.
   */
  | { is: "kept"; exceptions: string[]; refunds: string[] }

/** Details of exceptions that name the customer, or quote other systems. */
const PERSONAL = ["customer_id", "cart_id", "earlier_note", "from", "cause"]

/**
 * Erases a customer from a payment, and from its exceptions, refunds and
 * webhooks, in one short transaction. Amounts, ids, orders and transaction
 * hashes stay.
 *
 * @returns null when the payment was deleted
 */
export async function forgetPayment(
  db: Knex,
  id: string,
  now: Date
): Promise<ForgottenPayment | null> {
  return await db.transaction(async (trx) => {
    const payment = await trx<PaymentRow>(TABLE.payment)
      .where({ id })
      .forUpdate()
      .first()
    if (!payment) {
      return null
    }
    const { status, expires_at } = payment
    if (isPayable(payment) || (await isSettling(trx, payment))) {
      return { is: "open", status, expires_at }
    }
    const waiting = async (table: string, status: string) =>
      await trx(table)
        .where({ payment_id: id, status, deleted_at: null })
        .orderBy("id")
        .pluck<string[]>("id")
    const exceptions = await waiting(TABLE.exception, "open")
    const refunds = await waiting(TABLE.refund, "due")
    if (exceptions.length || refunds.length) {
      return { is: "kept", exceptions, refunds }
    }
    await trx(TABLE.webhookEvent)
      .where({ payment_id: id })
      .whereIn("status", ["processed", "ignored", "dead"])
      .update({ body: null })
    await trx(TABLE.exception)
      .where({ payment_id: id })
      .update({
        note: null,
        details: trx.raw("details - ?::text[]", [PERSONAL]),
      })
    await eraseSenders(trx, id)
    await trx(TABLE.refund)
      .where({ payment_id: id })
      .update({ refund_to: null, reason: null })
    await erasePayment(trx, payment, now)
    return { is: "forgotten" }
  })
}

/** Erases the addresses that paid from the timeline and the deposits. */
export async function eraseSenders(trx: Knex, id: string): Promise<void> {
  await trx.raw(
    `UPDATE ${TABLE.fact} SET details = CASE kind
       WHEN 'proof' THEN jsonb_set(details, '{proof,sender}', 'null')
       ELSE jsonb_set(details, '{transfer,sender}', 'null') END
     WHERE payment_id = ? AND kind IN ('proof', 'seen')`,
    [id]
  )
  await trx(TABLE.deposit)
    .where({ payment_id: id, deleted_at: null })
    .update({ sender: null })
}

/** Whether settling may still open an exception that names the customer. */
async function isSettling(
  trx: Knex,
  { id, status }: Pick<Payment, "id" | "status">
): Promise<boolean> {
  const due = trx(TABLE.schedule)
    .where({ payment_id: id })
    .whereNotNull("next_reconcile_at")
  return status === "paid" && (await due.first("payment_id")) !== undefined
}

/**
 * Leaves `updated_at` as it is: the retention runs from the gateway's last
 * report.
 */
async function erasePayment(
  trx: Knex,
  payment: Payment,
  now: Date
): Promise<void> {
  const fact = { kind: "forgotten" } as const
  const { patch } = transition(payment, fact, now)
  if (Object.keys(patch).length) {
    await trx<PaymentRow>(TABLE.payment).where({ id: payment.id }).update(patch)
  }
  await trx(TABLE.fact).insert(timelineRow(payment, patch, fact, "admin", null))
}
