import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { Payment } from "../../../../ledger"
import { allocate, type LockedDeposit } from "../deposits/allocations"
import {
  openExceptions,
  type OpenedException,
  refundDueKey,
} from "../exceptions/exceptions"
import { newId } from "../new-id"
import { type RefundRow, TABLE } from "../tables"

/** A stored refund, whether it is new, and the exceptions that it opened. */
export type WrittenRefund = {
  refund: RefundRow
  fresh: boolean
  opened: OpenedException[]
}

/** Proof that a refund was sent, with its sender and time. */
export type SentProof = { tx_hash: string; sent_by: string; sent_at: Date }

/** A refund of a part of a deposit. */
export type NewRefund = {
  amount: string
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
 * Writes a refund of what is unallocated of a deposit, and allocates it: either
 * due, with an exception for the merchant, or already sent. The caller must have
 * locked the deposit.
 *
 * @param by the user whose action it is, if any
 */
export async function writeRefund(
  trx: Knex,
  payment: Payment | null,
  locked: LockedDeposit,
  refund: NewRefund,
  { by = null, proof }: { by?: string | null; proof?: SentProof } = {}
): Promise<WrittenRefund> {
  const { id: deposit_id, currency, chain } = locked.deposit
  const order_id = payment?.order_id ?? null
  const [row] = await trx(TABLE.refund)
    .insert({
      cart_amount: refund.amount,
      ...refund,
      ...proof,
      id: newId("stref"),
      deposit_id,
      currency,
      chain,
      payment_id: payment?.id ?? null,
      cart_currency: payment?.cart_currency ?? currency.toLowerCase(),
      order_id,
      status: proof ? "sent" : "due",
      ...(proof ? toProve(trx, { ...refund, chain }) : {}),
    })
    .returning<RefundRow[]>("*")
  if (!row) {
    throw new Error("The refund was not stored.")
  }
  const opened = proof
    ? []
    : await openExceptions(trx, payment?.id ?? null, [
        {
          kind: "refund_due",
          key: refundDueKey(row.id),
          deposit_id,
          details: {
            refund_id: row.id,
            order_id,
            medusa_refund_id: row.medusa_refund_id,
          },
        },
      ])
  await allocate(trx, locked, {
    kind: "refund",
    amount: refund.amount,
    refund_id: row.id,
    reason: refund.reason ?? null,
    allocated_by: by,
  })
  return { refund: row, fresh: true, opened }
}
