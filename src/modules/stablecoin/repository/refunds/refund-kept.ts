import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { STORED_REASONS } from "../../../../exceptions/stored-reasons"
import {
  type Allocation,
  coinsOf,
  differenceOf,
  isMoreThan,
  type KeptPayment,
  keptReturn,
  lesserOf,
  type Part,
  type Payment,
  shareOf,
  toMinorUnits,
  worthOf,
} from "../../../../ledger"
import {
  lockDeposit,
  type LockedDeposit,
  lockPayment,
  release,
} from "../deposits/allocations"
import { type OpenedException, reopenDecided } from "../exceptions/exceptions"
import { readCaptured } from "../medusa/refunds"
import { readCover, type UncoveredMoney } from "../medusa/serving-order"
import { reschedule } from "../schedules/schedule"
import { type RefundRow, TABLE } from "../tables"
import { writeRefund } from "./write-refund"

/** The outcome for money that was kept for an order. */
type Returned = {
  /**
   * The captured part, which Medusa has to refund: an exact decimal in the cart's
   * currency.
   */
  captured: string | null
  /** The refund that is due now. */
  refund: RefundRow | null
  opened: OpenedException[]
}

const UNCHANGED: Returned = { captured: null, refund: null, opened: [] }

/**
 * Returns money that was kept for an order, as far as the order does not ask for
 * it any more: it becomes due to the buyer, or its exception opens again.
 *
 * @param policies those of its payment; null for money of unknown origin
 */
export async function refundKept(
  db: Knex,
  { id, deposit_id, payment_id }: UncoveredMoney,
  policies: Omit<KeptPayment, "payment"> | null
): Promise<Returned> {
  return await db.transaction(async (trx) => {
    const payment = await lockPayment(trx, payment_id)
    const locked = await lockDeposit(trx, deposit_id)
    const kept = locked?.allocations.find((each) => each.id === id)
    if (!locked || !kept || locked.deposit.payment_id !== payment_id) {
      return UNCHANGED
    }
    const { deposit, balance } = locked
    const uncovered = await readUncovered(trx, kept)
    const of = payment && policies && { payment, ...policies }
    const decision = keptReturn(deposit, of, new Date())
    if (!uncovered || decision === "keep") {
      return UNCHANGED
    }
    const own = await readCaptured(trx, deposit_id)
    const captured = differenceOf(own?.taken ?? "0", balance.capture)
    if (payment && isMoreThan(captured, "0")) {
      const isAll = !isMoreThan(uncovered.amount, captured)
      const worth = isAll ? uncovered.cart_amount : worthOf(payment, captured)
      return { ...UNCHANGED, captured: worth }
    }
    const { amount: freed, cart_amount } = uncovered
    const released = await release(trx, locked, kept, freed, cart_amount)
    if (payment && !isMoreThan(kept.amount, freed)) {
      await trx(TABLE.payment)
        .where({ id: payment.id, order_id: kept.order_id })
        .update({ order_id: null })
    }
    if (decision === "ask") {
      const opened = await reopenDecided(trx, deposit_id, new Date())
      return { ...UNCHANGED, opened }
    }
    // A corrected report may have made it less than what was kept.
    const amount = lesserOf(freed, released.balance.unallocated)
    if (!isMoreThan(amount, "0")) {
      return UNCHANGED
    }
    const { refund, opened } = await writeRefund(trx, payment, released, {
      amount,
      reason: STORED_REASONS.not_needed,
    })
    if (payment) {
      await reschedule(trx, [payment.id], new Date())
    }
    return { ...UNCHANGED, refund, opened }
  })
}

/**
 * Takes a refund from parts that were kept for orders which ask for less by now.
 * Writes nothing.
 */
export async function takeUncovered(
  trx: Knex,
  { allocations }: LockedDeposit,
  payment: Payment,
  cartAmount: string
): Promise<{ kept: Allocation; part: Part }[]> {
  const taken: { kept: Allocation; part: Part }[] = []
  const orders = new Set<string | null>()
  let rest = cartAmount
  for (const kept of allocations) {
    // Its parts share one excess. More than one part covers comes back later.
    const most = orders.has(kept.order_id)
      ? null
      : await readUncovered(trx, kept)
    if (most && isMoreThan(rest, "0")) {
      orders.add(kept.order_id)
      const part = isMoreThan(most.cart_amount, rest)
        ? { amount: coinsOf(payment, rest), cart_amount: rest }
        : most
      taken.push({ kept, part })
      rest = differenceOf(rest, part.cart_amount)
    }
  }
  return taken
}

/**
 * Reads the part of kept money that its order does not ask for any more, in exact
 * decimals; null for none. The caller must have locked its deposit.
 */
async function readUncovered(
  trx: Knex,
  {
    order_id,
    amount,
    cart_amount,
  }: Pick<Allocation, "order_id" | "amount" | "cart_amount">
): Promise<Part | null> {
  if (order_id === null) {
    return null
  }
  const { total, used } = await readCover(trx, order_id, null)
  const excess = differenceOf(used, total)
  if (toMinorUnits(excess) <= 0n) {
    return null
  }
  const all = cart_amount ?? amount
  if (!isMoreThan(all, excess)) {
    return { amount, cart_amount: all }
  }
  const coins = shareOf(excess, { of: all, whole: amount })
  return { amount: coins, cart_amount: cart_amount ? excess : coins }
}
