import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { isPayable, type Payment, transition } from "../../../../ledger"
import { eraseSenders, listSenders } from "./erase-senders"
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

/** Replaces the erased parts of a text. */
const ERASED = "[erased]"

/** How messages quote a text, and what replaces it. */
const QUOTES = {
  // Includes the surrounding punctuation, since a short note may be part of any
  // word.
  note: (text) => [`"${text}"`, `"${ERASED}"`],
  reason: (text) => [`: ${text}.`, `: ${ERASED}.`],
  name: (text) => [text, ERASED],
} satisfies Record<string, (text: string) => [part: string, instead: string]>

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
    await eraseExceptions(trx, payment)
    await eraseSenders(trx, id)
    await trx(TABLE.refund)
      .where({ payment_id: id })
      .update({
        refund_to: null,
        reason: null,
        prove_at: null,
        proof: trx.raw("jsonb_set(proof, '{found_instead}', 'null')"),
      })
    await erasePayment(trx, payment, now)
    return { is: "forgotten" }
  })
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

/** Erases notes, and texts that quote them or name the customer. */
async function eraseExceptions(trx: Knex, payment: Payment): Promise<void> {
  const quoted = await quotedTexts(trx, payment)
  const message = quoted.reduce((text) => `replace(${text}, ?, ?)`, "message")
  await trx(TABLE.exception)
    .where({ payment_id: payment.id })
    .update({
      note: null,
      message: trx.raw(message, quoted.flat()),
      details: trx.raw(
        "details - '{customer_id,cart_id,earlier_note,from}'::text[]"
      ),
    })
}

/** Lists the parts of texts to erase, with their replacements. */
async function quotedTexts(
  trx: Knex,
  { id, customer_id, cart_id }: Payment
): Promise<[part: string, instead: string][]> {
  const { rows } = await trx.raw<{
    rows: { text: string; kind: keyof typeof QUOTES }[]
  }>(
    `SELECT DISTINCT 'reason' AS kind, reason AS text FROM ${TABLE.refund}
       WHERE payment_id = :id AND reason <> ''
     UNION SELECT 'name', lower(refund_to) FROM ${TABLE.refund}
       WHERE payment_id = :id AND refund_to <> '' AND chain IS NOT NULL
     UNION SELECT 'note', note FROM ${TABLE.exception}
       WHERE payment_id = :id AND note <> ''
     UNION SELECT 'note', details ->> 'earlier_note' FROM ${TABLE.exception}
       WHERE payment_id = :id AND details ->> 'earlier_note' <> ''`,
    { id }
  )
  const names = [customer_id, cart_id, ...(await listSenders(trx, id))]
  return [
    ...rows.map(({ kind, text }) => QUOTES[kind](text)),
    ...names.flatMap((text) => (text ? [QUOTES.name(text)] : [])),
  ]
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
