import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import {
  type Coins,
  fromMinorUnits,
  type Payment,
  refundDueFor,
  remainderDue,
  takenOver,
  toMinorUnits,
} from "../../../../ledger"
import { insertRefund, type WrittenRefund } from "./insert-refund"
import { amountsOf, standingRefunds } from "./standing-refunds"
import { type PaymentRow, type RefundRow, TABLE } from "../tables"
import { type WithheldRefund, withholdRefund } from "./withhold-refund"

export type RefundRequest = {
  payment_id: string
  /** Id of Medusa's refund, the idempotency key. */
  medusa_refund_id: string
  /** Exact decimal in the cart's currency. */
  cart_amount: string
}

/** The refund due, new or existing, or why none was written. */
export type RefundOutcome =
  | WrittenRefund
  | WithheldRefund
  | { refused: "not_paid" | "exceeds_paid" | "unknown_payment" }

/**
 * Writes a refund due, once per Medusa refund and never more than was paid,
 * with an exception for the merchant. Where settling has already written the
 * same money, Medusa's refund takes that row over. Money that the merchant has
 * marked as dealt with opens an exception instead.
 */
export async function recordRefund(
  db: Knex,
  { payment_id, medusa_refund_id, cart_amount }: RefundRequest
): Promise<RefundOutcome> {
  return await withPaid(db, payment_id, async (trx, payment, earlier) => {
    const known = earlier.find(
      (refund) => refund.medusa_refund_id === medusa_refund_id
    )
    if (known) {
      return { refund: known, payment, fresh: false, opened: [] }
    }
    const due = amountsOf(earlier)
    const left = remainderDue(payment, due)
    const amount = refundDueFor(payment, cart_amount, due)
    const withheld = left
      ? await withholdRefund(trx, payment, earlier, {
          medusa_refund_id,
          cart_amount,
          left,
          amount: amount ?? left,
        })
      : null
    if (withheld) {
      return withheld
    }
    if (amount) {
      return await insertRefund(trx, payment, {
        medusa_refund_id,
        cart_amount,
        ...coinsOf(payment, amount),
      })
    }
    const written = takenOver(payment, cart_amount, earlier)
    if (!written) {
      return { refused: "exceeds_paid" }
    }
    const [refund = written] = await trx(TABLE.refund)
      .where({ id: written.id })
      .update({ medusa_refund_id, cart_amount, updated_at: trx.fn.now() })
      .returning<RefundRow[]>("*")
    return { refund, payment, fresh: false, opened: [] }
  })
}

/** Writes the remainder of a paid payment as one refund due. */
export async function refundRemainder(
  db: Knex,
  paymentId: string,
  reason: string
): Promise<RefundOutcome> {
  return await withPaid(db, paymentId, async (trx, payment, earlier) => {
    const amount = remainderDue(payment, amountsOf(earlier))
    return amount
      ? await insertRefund(trx, payment, {
          ...coinsOf(payment, amount),
          reason,
        })
      : { refused: "exceeds_paid" }
  })
}

/**
 * Sums a payment's refunds, sent or not, in its stablecoin. Refunds of other
 * money received for it are left out.
 */
export async function refundsDue(db: Knex, paymentId: string): Promise<string> {
  const amounts = amountsOf(await standingRefunds(db, paymentId))
  return fromMinorUnits(
    amounts.reduce((sum, amount) => sum + toMinorUnits(amount), 0n)
  )
}

async function withPaid(
  db: Knex,
  paymentId: string,
  run: (
    trx: Knex,
    payment: Payment,
    earlier: RefundRow[]
  ) => Promise<RefundOutcome>
): Promise<RefundOutcome> {
  return await db.transaction(async (trx) => {
    // The payment's lock keeps the sum of its refunds from changing.
    const payment = await trx<PaymentRow>(TABLE.payment)
      .where({ id: paymentId })
      .forUpdate()
      .first()
    if (!payment) {
      return { refused: "unknown_payment" }
    }
    return payment.status === "paid"
      ? await run(trx, payment, await standingRefunds(trx, paymentId))
      : { refused: "not_paid" }
  })
}

function coinsOf({ currency, chain }: Payment, amount: string): Coins {
  return { amount, currency, chain }
}
