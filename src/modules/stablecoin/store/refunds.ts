import { generateEntityId } from "@medusajs/framework/utils"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { type Payment, refundOwed } from "../../../ledger"
import { openExceptions, type OpenedException } from "./exceptions"
import { type PaymentRow, type RefundRow, TABLE } from "./tables"

export type RefundRequest = {
  payment_id: string
  /** Medusa's refund: the idempotency key. */
  medusa_refund_id: string
  /** Exact decimal in the cart's currency. */
  cart_amount: string
}

/** What came of a request: the refund due, new or known, or why there is none. */
export type RefundOutcome =
  | {
      refund: RefundRow
      payment: Payment
      fresh: boolean
      opened: OpenedException[]
    }
  | { refused: "not_paid" | "exceeds_paid" | "unknown_payment" }

/**
 * Writes what is owed to the buyer, once per Medusa refund and never more than
 * was paid, together with the exception that calls a person.
 */
export async function recordRefund(
  db: Knex,
  request: RefundRequest
): Promise<RefundOutcome> {
  return await db.transaction(async (trx): Promise<RefundOutcome> => {
    // The payment's lock makes the sum below one that nobody else adds to.
    const payment = await trx<PaymentRow>(TABLE.payment)
      .where({ id: request.payment_id })
      .forUpdate()
      .first()
    if (!payment) {
      return { refused: "unknown_payment" }
    }
    if (payment.status !== "paid") {
      return { refused: "not_paid" }
    }
    const earlier = await trx<RefundRow>(TABLE.refund).where({
      payment_id: payment.id,
    })
    const known = earlier.find(
      (refund) => refund.medusa_refund_id === request.medusa_refund_id
    )
    if (known) {
      return { refund: known, payment, fresh: false, opened: [] }
    }
    const amount = refundOwed(
      payment,
      request.cart_amount,
      earlier.map((refund) => refund.amount)
    )
    if (!amount) {
      return { refused: "exceeds_paid" }
    }
    const [refund] = await trx(TABLE.refund)
      .insert({
        id: generateEntityId(undefined, "stref"),
        ...request,
        cart_currency: payment.cart_currency,
        order_id: payment.order_id,
        customer_id: payment.customer_id,
        amount,
        currency: payment.currency,
        chain: payment.chain,
        status: "due",
      })
      .returning<RefundRow[]>("*")
    if (!refund) {
      throw new Error("The refund due was not stored.")
    }
    const opened = await openExceptions(trx, payment.id, [
      {
        kind: "refund_due",
        key: [payment.id, "refund_due", refund.id].join(":"),
        message: `Medusa calls ${amount} ${payment.currency} of payment ${payment.id} refunded. The gateway sends nothing back by itself: ask the buyer where to, send it, and note the transaction hash.`,
        details: { refund_id: refund.id, order_id: payment.order_id },
      },
    ])
    return { refund, payment, fresh: true, opened }
  })
}

/** Sum of the refunds due of a payment, for settling. */
export async function refundAmounts(
  db: Knex,
  paymentId: string
): Promise<string[]> {
  const rows = await db<RefundRow>(TABLE.refund)
    .select("amount")
    .where({ payment_id: paymentId })
  return rows.map(({ amount }) => amount)
}
