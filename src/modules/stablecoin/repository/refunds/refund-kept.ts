import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import {
  type Allocation,
  differenceOf,
  isCertain,
  isMoreThan,
} from "../../../../ledger"
import { allocate, lockDeposit, release } from "../deposits/allocations"
import { readCaptured } from "../medusa/captured"
import {
  listUncovered,
  readCover,
  type UncoveredMoney,
} from "../medusa/serving-order"
import { reschedule } from "../schedules/schedule"
import { type DepositRow, type PaymentRow, TABLE } from "../tables"
import { insertRefund, type WrittenRefund } from "./insert-refund"

const REASON =
  "The order that was created manually is cancelled, or its total is less by now"

/** Captured money that Medusa has to refund. The amount is an exact decimal. */
export type CaptureToRefund = { payment_id: string; amount: string }

export type RefundedKept = {
  written: WrittenRefund[]
  captured: CaptureToRefund[]
}

/**
 * Writes money as due to the buyer that was kept for an order, and exceeds what
 * the order asks for by now. Leaves out money that may never have arrived.
 *
 * @param order_id only of this order
 * @returns also what Medusa captured, and refunds itself
 */
export async function refundKept(
  db: Knex,
  order_id?: string
): Promise<RefundedKept> {
  const all: RefundedKept = { written: [], captured: [] }
  for (const kept of await listUncovered(db, order_id)) {
    const one = await db.transaction(async (trx) => await refundOne(trx, kept))
    if (one && "refund" in one) {
      all.written.push(one)
    } else if (one) {
      all.captured.push(one)
    }
  }
  return all
}

async function refundOne(
  trx: Knex,
  { id, deposit_id }: UncoveredMoney
): Promise<WrittenRefund | CaptureToRefund | null> {
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
  if (!locked || !kept || !isCertain(locked.deposit)) {
    return null
  }
  const { deposit, balance } = locked
  const uncovered = await readUncovered(trx, kept)
  if (!isMoreThan(uncovered, "0")) {
    return null
  }
  const own = await readCaptured(trx, deposit_id)
  const captured = differenceOf(own?.taken ?? "0", balance.capture)
  if (payment && isMoreThan(captured, "0")) {
    return { payment_id: payment.id, amount: lesserOf(uncovered, captured) }
  }
  const released = await release(trx, locked, kept, uncovered)
  // A corrected report may have made it less than what was kept.
  const amount = lesserOf(uncovered, released.balance.unallocated)
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
