import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { STORED_REASONS } from "../../../../exceptions/stored-reasons"
import { lockDeposit } from "../deposits/allocations"
import { captureMore } from "../deposits/captures"
import { resolveByKeys } from "../exceptions/automatic-resolutions"
import { refundDueKey } from "../exceptions/exceptions"
import { findRolledBack } from "../medusa/refunds"
import { reschedule } from "../schedules/schedule"
import { type RefundRow, TABLE } from "../tables"

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
    await voidRefund(trx, refund)
  }
}

async function voidRefund(
  trx: Knex,
  { id, deposit_id, payment_id, amount }: RefundRow
): Promise<void> {
  const now = new Date()
  await trx(TABLE.refund).where({ id }).update({ status: "void" })
  await trx(TABLE.allocation).where({ refund_id: id }).delete()
  // The refunded part was captured, and is again.
  const locked = await lockDeposit(trx, deposit_id)
  if (locked) {
    await captureMore(trx, locked, amount)
  }
  if (payment_id) {
    await reschedule(trx, [payment_id], now)
  }
  const note = STORED_REASONS.deleted
  await resolveByKeys(trx, [refundDueKey(id)], { note }, now)
}
