import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { isCertain, isMoreThan } from "../../../../ledger"
import { allocate, lockDeposit, withBalance } from "../deposits/allocations"
import { readCaptured } from "../medusa/captured"
import { CANCELED_SQL } from "../medusa/fragments"
import { reschedule } from "../schedules/schedule"
import { type DepositRow, type PaymentRow, TABLE } from "../tables"
import { insertRefund, type WrittenRefund } from "./insert-refund"

const REASON = "The order that was created manually is cancelled"

/**
 * Writes money as due to the buyer that was kept for an order which is cancelled
 * by now. Leaves out money that may never have arrived, and money that Medusa
 * captured: Medusa refunds that itself.
 *
 * @param order_id only of this order
 */
export async function refundKept(
  db: Knex,
  order_id?: string
): Promise<WrittenRefund[]> {
  const kept = await db(`${TABLE.allocation} as allocation`)
    .join("order", "order.id", "allocation.order_id")
    .where({ "allocation.kind": "kept", ...(order_id && { order_id }) })
    .whereRaw(CANCELED_SQL)
    .select<{ id: string; deposit_id: string }[]>([
      "allocation.id",
      "allocation.deposit_id",
    ])
  const written: WrittenRefund[] = []
  for (const allocation of kept) {
    const refund = await db.transaction(
      async (trx) => await refundOne(trx, allocation)
    )
    written.push(...(refund ? [refund] : []))
  }
  return written
}

async function refundOne(
  trx: Knex,
  { id, deposit_id }: { id: string; deposit_id: string }
): Promise<WrittenRefund | null> {
  // Locks the payment first, as all code does.
  const payment = await trx<PaymentRow>(TABLE.payment)
    .whereIn(
      "id",
      trx<DepositRow>(TABLE.deposit)
        .where({ id: deposit_id })
        .select("payment_id")
    )
    .forUpdate()
    .first()
  const locked = await lockDeposit(trx, deposit_id)
  const isKept = locked?.allocations.some((each) => each.id === id)
  const captured = await readCaptured(trx, deposit_id)
  if (
    !locked ||
    !isKept ||
    !isCertain(locked.deposit) ||
    isMoreThan(captured?.taken ?? "0", "0")
  ) {
    return null
  }
  await trx(TABLE.allocation).where({ id }).delete()
  const { deposit } = locked
  const released = await withBalance(trx, deposit)
  // A corrected report may have made it less than what was kept.
  const amount = released.balance.unallocated
  if (!isMoreThan(amount, "0")) {
    return null
  }
  const { currency, chain } = deposit
  const written = await insertRefund(
    trx,
    { payment: payment ?? null, deposit },
    { amount, currency, chain, reason: REASON }
  )
  await allocate(trx, released, {
    kind: "refund",
    amount,
    refund_id: written.refund.id,
    reason: REASON,
  })
  if (payment) {
    await reschedule(trx, [payment.id], new Date())
  }
  return written
}
