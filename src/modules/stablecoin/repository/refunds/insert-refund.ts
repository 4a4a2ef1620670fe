import { newId } from "../new-id"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { Coins, Payment } from "../../../../ledger"
import {
  openExceptions,
  type OpenedException,
  refundDueKey,
} from "../exceptions/exceptions"
import { type DepositRow, type RefundRow, TABLE } from "../tables"

/** A stored refund, whether it is new, and the exceptions that it opened. */
export type WrittenRefund = {
  refund: RefundRow
  fresh: boolean
  opened: OpenedException[]
}

/** Proof that a refund was sent, with its sender and time. */
export type SentProof = { tx_hash: string; sent_by: string; sent_at: Date }

/** The deposit that a refund returns, and its payment. */
export type RefundSource = { deposit: DepositRow; payment: Payment | null }

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
  db: Knex,
  { chain, refund_to }: { chain: string | null; refund_to?: string | null }
): { prove_at: Knex.Raw | null } {
  return { prove_at: chain && refund_to ? db.fn.now() : null }
}

/**
 * Writes a refund: either due, with an exception for the merchant, or already
 * sent. The caller must have locked the deposit, and allocates it.
 */
export async function insertRefund(
  trx: Knex,
  source: RefundSource,
  refund: NewRefund,
  proof?: SentProof
): Promise<WrittenRefund> {
  const { payment, deposit } = source
  const [row] = await trx(TABLE.refund)
    .insert({
      cart_amount: refund.amount,
      ...refund,
      ...proof,
      id: newId("stref"),
      deposit_id: deposit.id,
      payment_id: payment?.id ?? null,
      cart_currency: payment?.cart_currency ?? refund.currency.toLowerCase(),
      order_id: payment?.order_id ?? null,
      status: proof ? "sent" : "due",
      ...(proof ? toProve(trx, refund) : {}),
    })
    .returning<RefundRow[]>("*")
  if (!row) {
    throw new Error("The refund was not stored.")
  }
  if (proof) {
    return { refund: row, fresh: true, opened: [] }
  }
  const opened = await openExceptions(trx, payment?.id ?? null, [
    {
      kind: "refund_due",
      key: refundDueKey(row.id),
      deposit_id: deposit.id,
      details: {
        refund_id: row.id,
        order_id: payment?.order_id ?? null,
        medusa_refund_id: row.medusa_refund_id,
      },
    },
  ])
  return { refund: row, fresh: true, opened }
}
