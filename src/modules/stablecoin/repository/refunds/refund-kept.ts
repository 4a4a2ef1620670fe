import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { STORED_REASONS } from "../../../../exceptions/stored-reasons"
import {
  type Allocation,
  differenceOf,
  isMoreThan,
  type KeptReturn,
} from "../../../../ledger"
import { lockDeposit, release } from "../deposits/allocations"
import { type OpenedException, reopenDecided } from "../exceptions/exceptions"
import { readCaptured } from "../medusa/refunds"
import { readCover, type UncoveredMoney } from "../medusa/serving-order"
import { reschedule } from "../schedules/schedule"
import { type DepositRow, type PaymentRow, TABLE } from "../tables"
import { type WrittenRefund, writeRefund } from "./insert-refund"

/** Money that Medusa has to refund. The amount is an exact decimal. */
export type CaptureToRefund = { amount: string }

/** The outcome for kept money; null for nothing. */
type Returned =
  WrittenRefund | CaptureToRefund | { reopened: OpenedException[] } | null

/**
 * Returns money that was kept for an order, as far as the order does not ask for
 * it any more: it becomes due to the buyer, or its exception opens again.
 *
 * @param way decides by the deposit and its payment
 * @returns among others what Medusa captured of it, and refunds itself
 */
export async function refundKept(
  db: Knex,
  kept: UncoveredMoney,
  way: (deposit: DepositRow) => KeptReturn
): Promise<Returned> {
  return await db.transaction(async (trx) => await refundOne(trx, kept, way))
}

async function refundOne(
  trx: Knex,
  { id, deposit_id }: UncoveredMoney,
  way: (deposit: DepositRow) => KeptReturn
): Promise<Returned> {
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
  const kept = locked?.allocations.find((each) => each.id === id)
  if (!locked || !kept) {
    return null
  }
  const { deposit, balance } = locked
  const uncovered = await readUncovered(trx, kept)
  const decision = way(deposit)
  if (!isMoreThan(uncovered, "0") || decision === "keep") {
    return null
  }
  const own = await readCaptured(trx, deposit_id)
  const captured = differenceOf(own?.taken ?? "0", balance.capture)
  if (payment && isMoreThan(captured, "0")) {
    return { amount: lesserOf(uncovered, captured) }
  }
  const released = await release(trx, locked, kept, uncovered)
  if (payment && !isMoreThan(kept.amount, uncovered)) {
    await trx(TABLE.payment)
      .where({ id: payment.id, order_id: kept.order_id })
      .update({ order_id: null })
  }
  if (decision === "ask") {
    return { reopened: await reopenDecided(trx, deposit.id, new Date()) }
  }
  // A corrected report may have made it less than what was kept.
  const amount = lesserOf(uncovered, released.balance.unallocated)
  if (!isMoreThan(amount, "0")) {
    return null
  }
  const written = await writeRefund(trx, payment ?? null, released, {
    amount,
    reason: STORED_REASONS.not_needed,
  })
  if (payment) {
    await reschedule(trx, [payment.id], new Date())
  }
  return written
}

/**
 * Reads the part of kept money that its order does not ask for any more, an
 * exact decimal; "0.00" for none. The caller must have locked its deposit.
 */
export async function readUncovered(
  trx: Knex,
  { order_id, amount }: Pick<Allocation, "order_id" | "amount">
): Promise<string> {
  if (order_id === null) {
    return "0.00"
  }
  const { total, used } = await readCover(trx, order_id, null)
  return isMoreThan(used, total)
    ? lesserOf(amount, differenceOf(used, total))
    : "0.00"
}

function lesserOf(a: string, b: string): string {
  return isMoreThan(a, b) ? b : a
}
