import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { STORED_REASONS } from "../../../../exceptions/stored-reasons"
import {
  type Allocation,
  coinsOf,
  differenceOf,
  hasRest,
  isMoreThan,
  type KeptPayment,
  keptReturn,
  lesserOf,
  type Part,
  partsOf,
  type Payment,
  refundDueFor,
  shareOf,
  sumOf,
  worthOf,
} from "../../../../ledger"
import {
  lockDeposit,
  type LockedDeposit,
  lockPayment,
  release,
  releaseCapture,
} from "../deposits/allocations"
import {
  captureUnused,
  countCaptured,
  releaseUncaptured,
} from "../deposits/captures"
import {
  hasOpenSettlement,
  type OpenedException,
  reopenDecided,
} from "../exceptions/exceptions"
import { stillOpen } from "../exceptions/resolve-open"
import { readCaptured } from "../medusa/refunds"
import { readCover, type UncoveredMoney } from "../medusa/serving-order"
import { reschedule } from "../schedules/schedule"
import { type ExceptionRow, type RefundRow, TABLE } from "../tables"
import { voidRolledBack, writeRefund, type WrittenRefund } from "./write-refund"

export type RefundRequest = {
  payment_id: string
  /** Id of Medusa's refund, the idempotency key. */
  medusa_refund_id: string
  /** Exact decimal in the cart's currency. */
  cart_amount: string
}

/** The refund due, new or existing, or why none was written. */
export type RefundOutcome =
  | WrittenRefund
  /** `left`: what may still be refunded. */
  | { refused: "exceeds_paid"; left: string }
  | { refused: "not_paid" | "unknown_payment" }

/**
 * Writes a refund due of captured money, or of money that its order no longer
 * needs, with an exception for the merchant. It is written once per Medusa
 * refund, and never for more than there is. Settling follows where an exception
 * about the money may be over.
 */
export async function recordRefund(
  db: Knex,
  { payment_id, medusa_refund_id, cart_amount }: RefundRequest
): Promise<RefundOutcome> {
  return await withPaid(db, payment_id, async (trx, payment, locked) => {
    const refunds = await trx<RefundRow>(TABLE.refund)
      .where({ deposit_id: locked.deposit.id })
      .whereNot({ status: "void" })
    const known = refunds.find(
      (refund) => refund.medusa_refund_id === medusa_refund_id
    )
    if (known) {
      return { refund: known, fresh: false, opened: [] }
    }
    // Medusa has captured what it refunds, also if that is not noted yet.
    if (!locked.allocations.length) {
      await captureUnused(trx, payment, locked)
    }
    const captured = (await lockDeposit(trx, locked.deposit.id)) ?? locked
    const { capture } = captured.balance
    const uncovered = await takeUncovered(trx, captured, payment, cart_amount)
    const freed = sumOf(uncovered.map(({ part }) => part.amount))
    const rest = differenceOf(
      cart_amount,
      sumOf(uncovered.map(({ part }) => part.cart_amount))
    )
    const ofCapture = isMoreThan(rest, "0")
      ? ((await readChosen(trx, payment, rest)) ??
        refundDueFor(payment, capture, rest, partsOf(captured.allocations)))
      : "0.00"
    if (!ofCapture || isMoreThan(ofCapture, capture)) {
      return { refused: "exceeds_paid", left: sumOf([capture, freed]) }
    }
    let released = captured
    for (const { kept, part } of uncovered) {
      const { amount, cart_amount: worth } = part
      released = await release(trx, released, kept, amount, worth)
    }
    released = await releaseCapture(trx, released, ofCapture)
    if (await hasOpenSettlement(trx, locked.deposit.id)) {
      await reschedule(trx, [payment.id], new Date())
    }
    return await writeRefund(trx, payment, released, {
      amount: sumOf([freed, ofCapture]),
      medusa_refund_id,
      cart_amount,
    })
  })
}

/**
 * Takes a refund from parts that were kept for orders which ask for less by now.
 * Writes nothing.
 */
async function takeUncovered(
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
 * Reads the coins that the merchant chose for a refund of captured money, which
 * Medusa makes in the cart's currency.
 */
async function readChosen(
  trx: Knex,
  { deposit_id, quote_id }: Payment,
  cartAmount: string
): Promise<string | null> {
  const exception = quote_id
    ? await stillOpen(trx)
        .where({ deposit_id })
        .whereRaw(
          "CAST(details ->> 'refunding_for' AS numeric) = CAST(? AS numeric)",
          [cartAmount]
        )
        .first<ExceptionRow>()
    : undefined
  return exception?.details?.refunding ?? null
}

/**
 * Writes what is unallocated of a paid payment's deposit, or not captured after
 * all, as one refund due.
 */
export async function refundRemainder(
  db: Knex,
  paymentId: string,
  reason: string
): Promise<RefundOutcome> {
  return await withPaid(db, paymentId, async (trx, payment, locked) => {
    const counted = await countCaptured(trx, locked)
    const left = counted.balance.unallocated
    if (!hasRest(counted.balance)) {
      return { refused: "exceeds_paid", left }
    }
    const released = await releaseUncaptured(trx, counted)
    return await writeRefund(trx, payment, released, { amount: left, reason })
  })
}

async function withPaid(
  db: Knex,
  paymentId: string,
  run: (
    trx: Knex,
    payment: Payment,
    locked: LockedDeposit
  ) => Promise<RefundOutcome>
): Promise<RefundOutcome> {
  return await db.transaction(async (trx) => {
    const payment = await lockPayment(trx, paymentId)
    if (!payment) {
      return { refused: "unknown_payment" }
    }
    if (payment.status !== "paid" || !payment.deposit_id) {
      return { refused: "not_paid" }
    }
    await voidRolledBack(trx, payment.deposit_id)
    const locked = await lockDeposit(trx, payment.deposit_id)
    return locked
      ? await run(trx, payment, locked)
      : { refused: "unknown_payment" }
  })
}

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
 * Reads the part of kept money that its order does not ask for any more, in exact
 * decimals; null for none. The caller must have locked its deposit.
 */
export async function readUncovered(
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
  if (!isMoreThan(used, total)) {
    return null
  }
  const excess = differenceOf(used, total)
  const all = cart_amount ?? amount
  if (!isMoreThan(all, excess)) {
    return { amount, cart_amount: all }
  }
  const coins = cart_amount
    ? shareOf(excess, { of: cart_amount, whole: amount })
    : excess
  return { amount: coins, cart_amount: excess }
}
