import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import {
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
  lockPayment,
  release,
  releaseCapture,
} from "../deposits/allocations"
import {
  captureUnused,
  countCaptured,
  releaseUncaptured,
} from "../deposits/captures"
import { hasOpenSettlement } from "../exceptions/exceptions"
import { stillOpen } from "../exceptions/resolve-open"
import { reschedule } from "../schedules/schedule"
import { type ExceptionRow, type RefundRow, TABLE } from "../tables"
import { takeUncovered } from "./refund-kept"
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
      ? ((await takeChosen(trx, payment, rest)) ??
        refundDueFor(payment, capture, rest, captured.allocations))
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
 * Takes the coins that the merchant chose for a refund of captured money, which
 * Medusa makes in the cart's currency. They count for one refund.
 */
async function takeChosen(
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
  if (!exception) {
    return null
  }
  await trx(TABLE.exception)
    .where({ id: exception.id })
    .update({ details: trx.raw("details - 'refunding_for'") })
  return exception.details?.refunding ?? null
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
