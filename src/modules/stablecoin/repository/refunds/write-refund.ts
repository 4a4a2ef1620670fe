import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { STORED_REASONS } from "../../../../exceptions/stored-reasons"
import { type Payment, worthOf } from "../../../../ledger"
import {
  allocate,
  lockDeposit,
  type LockedDeposit,
  release,
} from "../deposits/allocations"
import { captureMore } from "../deposits/captures"
import {
  type OpenedException,
  openExceptions,
  refundDueKey,
} from "../exceptions/exceptions"
import { resolved, stillOpen } from "../exceptions/resolve-open"
import { findRolledBack } from "../medusa/refunds"
import { newId } from "../new-id"
import { reschedule } from "../schedules/schedule"
import { type RefundRow, TABLE } from "../tables"

/** A stored refund, whether it is new, and the exceptions that it opened. */
export type WrittenRefund = {
  refund: RefundRow
  fresh: boolean
  opened: OpenedException[]
}

/**
 * A refund of a part of a deposit, due unless its columns are of a sent one.
 */
type NewRefund = Partial<RefundRow> & {
  amount: string
  /** The user whose action it is, if any. */
  by?: string
}

/**
 * Writes a refund of what is unallocated of a deposit, and allocates it. One
 * that is due has an exception for the merchant. The caller must have locked the
 * deposit.
 */
export async function writeRefund(
  trx: Knex,
  payment: Payment | null,
  locked: LockedDeposit,
  { by, ...refund }: NewRefund
): Promise<WrittenRefund> {
  const { id: deposit_id, currency, chain } = locked.deposit
  const payment_id = payment?.id ?? null
  const order_id = payment?.order_id ?? null
  const [row] = await trx(TABLE.refund)
    .insert({
      status: "due",
      cart_amount: payment
        ? worthOf(payment, refund.amount, locked.allocations)
        : refund.amount,
      ...refund,
      allocated: refund.amount,
      id: newId("stref"),
      deposit_id,
      currency,
      chain,
      payment_id,
      cart_currency: payment?.cart_currency ?? currency.toLowerCase(),
      order_id,
    })
    .returning<RefundRow[]>("*")
  if (!row) {
    throw new Error("The refund was not stored.")
  }
  const { id: refund_id, status, medusa_refund_id } = row
  const opened =
    status === "due"
      ? await openExceptions(trx, payment_id, [
          {
            kind: "refund_due",
            key: refundDueKey(refund_id),
            deposit_id,
            details: { refund_id, order_id, medusa_refund_id },
          },
        ])
      : []
  await allocate(trx, locked, {
    kind: "refund",
    amount: refund.amount,
    cart_amount: payment?.quote_id ? row.cart_amount : null,
    refund_id,
    reason: refund.reason ?? null,
    allocated_by: by ?? null,
  })
  return { refund: row, fresh: true, opened }
}

/**
 * Makes the money of a refund due unallocated again.
 *
 * @returns its deposit as it is then
 */
export async function voidRefund(
  trx: Knex,
  locked: LockedDeposit,
  id: string
): Promise<LockedDeposit> {
  await trx(TABLE.refund)
    .where({ id })
    .update({ status: "void", updated_at: new Date() })
  const part = locked.allocations.find(({ refund_id }) => refund_id === id)
  return part ? await release(trx, locked, part, part.amount) : locked
}

/**
 * Voids unsent refunds of a deposit that Medusa rolled back, which makes their
 * money captured again. Medusa does so when it can't finish a refund, without
 * calling a provider. The caller must have locked the payment.
 */
export async function voidRolledBack(
  trx: Knex,
  deposit_id: string
): Promise<void> {
  for (const refund of await findRolledBack(trx, deposit_id)) {
    const { id, payment_id, allocated } = refund
    const locked = await lockDeposit(trx, deposit_id)
    if (locked) {
      await captureMore(trx, await voidRefund(trx, locked, id), allocated)
    }
    if (payment_id) {
      await reschedule(trx, [payment_id], new Date())
    }
    await stillOpen(trx)
      .where({ key: refundDueKey(id) })
      .update(resolved(STORED_REASONS.deleted))
  }
}
