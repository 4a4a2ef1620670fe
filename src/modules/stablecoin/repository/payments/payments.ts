import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { STORED_REASONS } from "../../../../exceptions/stored-reasons"
import { newId } from "../new-id"
import {
  detailsWithoutLinks,
  type ExceptionKind,
  type Fact,
  type FactSource,
  nextAfterChange,
  type Payment,
  type PaymentStatus,
  transition,
} from "../../../../ledger"
import { finishWebhookEvents } from "../webhook-events/webhook-events"
import { recordProven } from "../deposits/deposits"
import { recordReport } from "../deposits/record-report"
import { assignSeen } from "../deposits/seen-transfers"
import { judgePaid, nameShown } from "../exceptions/describe"
import { type OpenedException, openExceptions } from "../exceptions/exceptions"
import { resolved, stillOpen } from "../exceptions/resolve-open"
import { dueAt, reconcileSoon, reschedule } from "../schedules/schedule"
import { type PaymentRow, TABLE } from "../tables"

/** Fields for the buyer's return to the storefront. */
type ReturnFields = Record<
  "success_url" | "cancel_url" | "return_token",
  string
>

/** A payment's fields before the gateway is called. */
export type NewPayment = Pick<
  Payment,
  | "id"
  | "session_id"
  | "payment_collection_id"
  | "cart_id"
  | "customer_id"
  | "rail"
  | "provider_id"
  | "account"
  | "mode"
  | "checkout_flow"
  | "capture"
  | "amount"
  | "currency"
  | "chain"
  | "cart_amount"
  | "cart_currency"
  | "quote_id"
  | "locked_until"
  | "expires_at"
> &
  ReturnFields

/** The result of applying a fact. */
export type Applied = {
  payment: Payment
  /** Whether the fact changed the payment. */
  changed: boolean
  before: PaymentStatus
  opened: OpenedException[]
}

export function newPaymentId(): string {
  return newId("stpay")
}

/**
 * Applies a fact: one pure transition under a row lock. The timeline entry, the
 * exceptions and the webhook's verdict are written in the same short
 * transaction.
 *
 * @returns null when the payment does not exist
 */
export async function applyFact(
  db: Knex,
  paymentId: string,
  fact: Fact,
  source: FactSource,
  now: Date,
  webhookEventId: string | null = null
): Promise<Applied | null> {
  return await db.transaction(async (trx) => {
    const payment = await trx<PaymentRow>(TABLE.payment)
      .where({ id: paymentId })
      .forUpdate()
      .first()
    if (!payment) {
      return null
    }
    if (fact.kind === "seen") {
      const deposit_id = await assignSeen(trx, fact.deposit_id, payment, now)
      if (!deposit_id) {
        return { payment, changed: false, before: payment.status, opened: [] }
      }
      fact = { ...fact, deposit_id }
    }
    const known = await recordReport(trx, payment, fact, now)
    const { patch, exceptions } = transition(payment, fact, now, known)
    const changed = Object.keys(patch).length > 0
    const [after = payment] = changed
      ? await trx<PaymentRow>(TABLE.payment)
          .where({ id: paymentId })
          .update({
            ...patch,
            ...(patch.prove_at && { prove_at: dueAt(trx, patch.prove_at) }),
            updated_at: now,
          })
          .returning("*")
      : []
    // The gateway may confirm a transfer by now that its chain shows.
    const next = fact.kind === "seen" ? now : nextAfterChange(patch, now)
    if (next) {
      await reschedule(trx, [paymentId], next)
    } else if (patch.proof_status) {
      // Failed attempts to settle count on.
      await reconcileSoon(trx, after)
    }
    if (patch.proof_status === "proven") {
      await recordProven(trx, after, now)
    }
    if (patch.deposit_id && payment.deposit_id) {
      await replaceReport(trx, payment.deposit_id, patch.deposit_id, now)
    }
    if (patch.status === "paid" || patch.tx_hash) {
      await judgePaid(trx, after.id)
    }
    const opened = [
      ...(known.reopened ?? []),
      ...(await openExceptions(trx, paymentId, exceptions, webhookEventId)),
    ]
    if (known.deposit_id && opened.length) {
      await nameShown(trx, known.deposit_id)
    }
    if (changed || opened.length) {
      await trx(TABLE.fact).insert(
        timelineRow(payment, patch, fact, source, webhookEventId)
      )
    }
    if (webhookEventId) {
      const status = "processed"
      const verdict = { status, payment_id: paymentId, error: null } as const
      await finishWebhookEvents(trx, [{ id: webhookEventId, ...verdict }], now)
    }
    return { payment: after, changed, before: payment.status, opened }
  })
}

/**
 * Takes a report out of account that another one has replaced. A transfer that
 * its chain shows is matched again, as it may be for another payment. Another
 * one stays known as deleted, and is a deposit once its chain shows it.
 */
async function replaceReport(
  trx: Knex,
  replaced: string,
  deposit_id: string,
  now: Date
): Promise<void> {
  await trx(TABLE.deposit)
    .where({ id: replaced })
    .update({
      payment_id: trx.raw("CASE WHEN seen_at IS NULL THEN payment_id END"),
      confirmed_at: null,
      reported: null,
      matched_at: null,
      deleted_at: trx.raw("CASE WHEN seen_at IS NULL THEN ?::timestamptz END", [
        now,
      ]),
    })
  await stillOpen(trx)
    .where({ deposit_id, kind: "paid_twice" satisfies ExceptionKind })
    .update(resolved(STORED_REASONS.paid_instead, now))
  await trx(TABLE.exception)
    .where({ deposit_id: replaced })
    .update({ deposit_id })
}

/** Builds the timeline entry of a fact that had an effect. */
export function timelineRow(
  payment: Payment,
  patch: Partial<Payment>,
  { kind, ...details }: Fact,
  source: FactSource,
  webhookEventId: string | null
) {
  return {
    id: newId("stfact"),
    payment_id: payment.id,
    kind,
    source,
    status_before: payment.status,
    status_after: patch.status ?? payment.status,
    webhook_event_id: webhookEventId,
    details: JSON.stringify(detailsWithoutLinks(details)),
  }
}
