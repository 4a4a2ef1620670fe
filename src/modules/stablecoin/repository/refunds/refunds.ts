import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import {
  type Allocation,
  differenceOf,
  hasRest,
  isMoreThan,
  type Payment,
  refundDueFor,
  sumOf,
} from "../../../../ledger"
import {
  lockDeposit,
  type LockedDeposit,
  release,
  releaseCapture,
} from "../deposits/allocations"
import {
  captureUnused,
  countCaptured,
  releaseUncaptured,
} from "../deposits/captures"
import { hasOpenSettlement } from "../exceptions/exceptions"
import { reschedule } from "../schedules/schedule"
import { type PaymentRow, type RefundRow, TABLE } from "../tables"
import { type WrittenRefund, writeRefund } from "./insert-refund"
import { readUncovered } from "./refund-kept"
import { voidRolledBack } from "./rolled-back"

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
 * Writes a refund due of captured money, once per Medusa refund and never more
 * than is captured, with an exception for the merchant. Settling follows where
 * an exception about the money may be over.
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
    const uncovered = await uncoveredParts(trx, captured)
    const left = sumOf([
      captured.balance.capture,
      ...uncovered.map((part) => part.amount),
    ])
    const amount = refundDueFor(left, cart_amount, refunds.length)
    if (!amount) {
      return { refused: "exceeds_paid", left }
    }
    const released = await releaseCaptured(trx, captured, amount, uncovered)
    if (await hasOpenSettlement(trx, locked.deposit.id)) {
      await reschedule(trx, [payment.id], new Date())
    }
    return await writeRefund(trx, payment, released, {
      amount,
      medusa_refund_id,
      cart_amount,
    })
  })
}

type Uncovered = { kept: Allocation; amount: string }

/** Parts that were kept for orders which ask for less by now. */
async function uncoveredParts(
  trx: Knex,
  { allocations }: LockedDeposit
): Promise<Uncovered[]> {
  const parts: Uncovered[] = []
  for (const kept of allocations) {
    parts.push({ kept, amount: await readUncovered(trx, kept) })
  }
  return parts
}

/** Releases money that Medusa refunds: first what no order asks for. */
async function releaseCaptured(
  trx: Knex,
  locked: LockedDeposit,
  amount: string,
  uncovered: readonly Uncovered[]
): Promise<LockedDeposit> {
  let open = locked
  let rest = amount
  for (const { kept, amount: most } of uncovered) {
    const part = isMoreThan(rest, most) ? most : rest
    open = await release(trx, open, kept, part)
    rest = differenceOf(rest, part)
  }
  return await releaseCapture(trx, open, rest)
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
    const payment = await trx<PaymentRow>(TABLE.payment)
      .where({ id: paymentId })
      .forUpdate()
      .first()
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
