import { newId } from "../new-id"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { type Coins, isNotShown, type Payment } from "../../../../ledger"
import {
  openExceptions,
  type OpenedException,
  refundDueKey,
} from "../exceptions/exceptions"
import { type RefundRow, TABLE } from "../tables"

/** A stored refund, whether it is new, and the exceptions that it opened. */
export type WrittenRefund = {
  refund: RefundRow
  payment: Payment
  fresh: boolean
  opened: OpenedException[]
}

/** Proof that a refund was sent, with its sender and time. */
export type SentProof = { tx_hash: string; sent_by: string; sent_at: Date }

/** A refund to write: its coins and its origin. */
export type NewRefund = Coins & {
  /** Exact decimal in the cart's currency; absent: one coin is one unit. */
  cart_amount?: string
  medusa_refund_id?: string
  exception_id?: string
  reason?: string | null
  refund_to?: string | null
  refund_to_by?: string | null
  refund_to_at?: Date | null
}

/**
 * Schedules the read of a sent refund's transfer, which needs a chain and an
 * address.
 */
export function toProve(
  { chain, refund_to }: { chain: string | null; refund_to?: string | null },
  at: Date
): { prove_at: Date | null } {
  return { prove_at: chain && refund_to ? at : null }
}

function howToSend(
  payment: Payment,
  { exception_id }: Pick<RefundRow, "exception_id">
): string {
  // The merchant resolved an exception after reading about its money.
  const check =
    isNotShown(payment) && exception_id === null
      ? "The network does not show that the payment's money arrived: check the gateway's portal before you send anything. "
      : ""
  return `${check}The gateway does not send refunds: ask the buyer for an address, send the coins, and enter the transaction hash.`
}

/**
 * Writes a refund: either due, with an exception for the merchant, or already
 * sent. The caller must have locked the payment.
 */
export async function insertRefund(
  trx: Knex,
  payment: Payment,
  refund: NewRefund,
  proof?: SentProof
): Promise<WrittenRefund> {
  const [row] = await trx(TABLE.refund)
    .insert({
      cart_amount: refund.amount,
      ...refund,
      ...proof,
      id: newId("stref"),
      payment_id: payment.id,
      cart_currency: payment.cart_currency,
      order_id: payment.order_id,
      customer_id: payment.customer_id,
      status: proof ? "sent" : "due",
      ...(proof ? toProve(refund, proof.sent_at) : {}),
    })
    .returning<RefundRow[]>("*")
  if (!row) {
    throw new Error("The refund was not stored.")
  }
  if (proof) {
    return { refund: row, payment, fresh: true, opened: [] }
  }
  const opened = await openExceptions(trx, payment.id, [
    {
      kind: "refund_due",
      key: refundDueKey(row.id),
      message: `${row.amount} ${row.currency} of payment ${payment.id} is due to the buyer${refund.reason ? `: ${refund.reason}` : ""}. ${howToSend(payment, row)}`,
      details: { refund_id: row.id, order_id: payment.order_id },
    },
  ])
  return { refund: row, payment, fresh: true, opened }
}
