import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { RefusedError } from "../../../../exceptions/refused-error"
import { STORED_REASONS } from "../../../../exceptions/stored-reasons"
import type { AdminMarkRefundSent, RefundToday } from "../../../../http-types"
import { isSameAmount, refundAddress, refundTransfer } from "../../../../ledger"
import { lockPayment } from "../deposits/allocations"
import { refundDueKey } from "../exceptions/exceptions"
import { resolved, stillOpen } from "../exceptions/resolve-open"
import { type RefundRow, TABLE } from "../tables"
import { voidRolledBack } from "./write-refund"

/** A refund, and Medusa's id of the actor who changes it. */
export type ChangedRefund = { refund_id: string; by: string } & EnteredTransfer

/**
 * Stores where a refund due is to be sent. With a hash, marks it as sent, and
 * resolves its exception. A sent refund gets another hash the same way.
 *
 * @throws RefusedError with nothing changed
 */
export async function updateRefund(
  db: Knex,
  { refund_id: id, by, shown_amount, ...entered }: ChangedRefund,
  now = new Date()
): Promise<RefundRow> {
  const changed = await db.transaction(async (trx) => {
    const isSent = entered.tx_hash !== undefined
    const refund = await lockRefund(trx, id, !isSent)
    assertShown(refund.amount, refund, shown_amount)
    const columns = await readTransfer(trx, refund, entered, by, now)
    if (isSent) {
      await stillOpen(trx)
        .where({ key: refundDueKey(id) })
        .update(resolved(STORED_REASONS.sent, now, by))
    } else if (columns.refund_to) {
      // The merchant must not send a refund that Medusa rolled back.
      await voidRolledBack(trx, refund.deposit_id)
    } else {
      throw new RefusedError("wrong_address")
    }
    const [row] = await trx(TABLE.refund)
      .where({ id })
      .whereNot({ status: "void" })
      .update({ ...columns, updated_at: new Date() })
      .returning<RefundRow[]>("*")
    return row
  })
  // Thrown once it is committed that Medusa has rolled it back.
  if (!changed) {
    throw new RefusedError("void")
  }
  return changed
}

export async function findRefund(
  db: Knex,
  id: string
): Promise<RefundRow | undefined> {
  return await db<RefundRow>(TABLE.refund).where({ id }).first()
}

/**
 * Locks a refund and its payment.
 *
 * @throws RefusedError when it is void, or sent and has to be due
 */
async function lockRefund(
  trx: Knex,
  id: string,
  isDue: boolean
): Promise<RefundRow> {
  const known = await findRefund(trx, id)
  if (!known) {
    throw new RefusedError("unknown_refund", { id })
  }
  // All code locks the payment first.
  await lockPayment(trx, known.payment_id)
  const refund = await trx<RefundRow>(TABLE.refund)
    .where({ id })
    .forUpdate()
    .first()
  if (!refund || refund.status === "void") {
    throw new RefusedError("void")
  }
  if (isDue && refund.status === "sent") {
    throw new RefusedError("already_sent")
  }
  return refund
}

/**
 * Changes the coins that a refund due sends. The part of the deposit that it
 * returns stays the same: the difference is the merchant's.
 *
 * @param today null for the payment's own price
 * @param shown the amount that the merchant saw
 * @throws RefusedError with nothing changed
 */
export async function priceRefund(
  db: Knex,
  id: string,
  today: RefundToday | null,
  shown: string
): Promise<void> {
  await db.transaction(async (trx) => {
    const refund = await lockRefund(trx, id, true)
    const amount = today?.amount ?? refund.allocated
    assertShown(amount, refund, shown)
    await trx(TABLE.refund)
      .where({ id })
      .update({ amount, rate: today?.rate ?? null, updated_at: new Date() })
  })
}

/** @throws RefusedError when the merchant saw another amount */
function assertShown(
  amount: string,
  { currency }: Pick<RefundRow, "currency">,
  shown = amount
): void {
  if (!isSameAmount(amount, shown)) {
    throw new RefusedError("amount_changed", { sum: `${amount} ${currency}` })
  }
}

/** Where a refund goes, and the transfer that sent it, as the merchant says. */
export type EnteredTransfer = Partial<AdminMarkRefundSent>

/**
 * Returns the columns of a refund by what the merchant entered. Concurrent calls
 * about a transfer wait for each other.
 *
 * @param refund as it was, or the chain of one that is not stored yet
 * @throws RefusedError when a format is wrong, or the transfer closes another
 */
export async function readTransfer(
  trx: Knex,
  refund: Pick<RefundRow, "chain"> & Partial<RefundRow>,
  { refund_to, tx_hash, shared_transfer }: EnteredTransfer,
  by: string,
  now: Date
): Promise<Partial<RefundRow>> {
  const address = refund_to ? refundAddress(refund.chain, refund_to) : null
  if (refund_to && !address) {
    throw new RefusedError("wrong_address")
  }
  const to = address && {
    refund_to: address,
    refund_to_by: by,
    refund_to_at: now,
  }
  if (tx_hash === undefined) {
    return { ...to }
  }
  const transfer = refundTransfer(refund.chain, tx_hash)
  if (!transfer) {
    throw new RefusedError("wrong_hash")
  }
  await trx.raw("SELECT pg_advisory_xact_lock(hashtextextended(?, 0))", [
    transfer,
  ])
  // Entered again, it stays the transfer of all that have it.
  if (!shared_transfer && transfer !== refund.tx_hash) {
    const other = await trx<RefundRow>(TABLE.refund)
      .where({ tx_hash: transfer, deleted_at: null })
      .orderBy("id")
      .first()
    if (other) {
      const sum = `${other.amount} ${other.currency}`
      throw new RefusedError("hash_used", { other: other.id, sum })
    }
  }
  return {
    ...to,
    status: "sent",
    tx_hash: transfer,
    // Kept by a correction: the time tells what an exception recorded.
    sent_by: refund.sent_by ?? by,
    sent_at: refund.sent_at ?? now,
  }
}
