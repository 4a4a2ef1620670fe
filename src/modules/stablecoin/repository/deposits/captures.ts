import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import {
  asCaptured,
  balanceOf,
  differenceOf,
  isMoreThan,
  type Payment,
  sumOf,
} from "../../../../ledger"
import { readCaptured } from "../medusa/refunds"
import { type DepositRow, TABLE } from "../tables"
import {
  allocate,
  lockDeposit,
  type LockedDeposit,
  lockPayment,
  releaseCapture,
  withBalance,
} from "./allocations"

/** Counts only what Medusa has captured as captured. Writes nothing. */
export async function countCaptured(
  db: Knex,
  known: LockedDeposit
): Promise<LockedDeposit> {
  const { deposit, balance } = known
  return isMoreThan(balance.capture, "0")
    ? {
        ...known,
        balance: asCaptured(balance, await readCaptured(db, deposit.id)),
      }
    : known
}

/**
 * Makes what Medusa has not captured unallocated.
 *
 * @param counted the result of `countCaptured`
 */
export async function releaseUncaptured(
  trx: Knex,
  counted: LockedDeposit
): Promise<LockedDeposit> {
  const { deposit, allocations, balance } = counted
  const { capture } = balanceOf(deposit, allocations)
  const uncaptured = differenceOf(capture, balance.capture)
  return await releaseCapture(trx, counted, uncaptured)
}

/** Adds a part of what is unallocated to what a deposit was captured with. */
export async function captureMore(
  trx: Knex,
  locked: LockedDeposit,
  part: string
): Promise<void> {
  const { capture } = locked.balance
  const open = await releaseCapture(trx, locked, capture)
  await allocate(trx, open, { kind: "capture", amount: sumOf([capture, part]) })
}

/**
 * Allocates what Medusa captures of a deposit that nothing uses yet. That is
 * what the gateway vouches for, also where its chain shows less, or another
 * coin.
 */
export async function captureUnused(
  trx: Knex,
  { amount, currency }: Pick<Payment, "amount" | "currency">,
  locked: LockedDeposit
): Promise<void> {
  const { deposit, balance } = locked
  const isOther =
    isMoreThan(amount, deposit.amount) || currency !== deposit.currency
  if (isOther) {
    await trx(TABLE.deposit)
      .where({ id: deposit.id })
      .update({ amount, currency })
  }
  const covered = { deposit, balance: { ...balance, unallocated: amount } }
  await allocate(trx, isOther ? covered : locked, { kind: "capture", amount })
}

/**
 * Allocates the deposit that a payment was paid by to its capture, once. Of one
 * that the merchant has used a part of, the rest may be captured.
 *
 * @returns false when Medusa captures more than that
 */
export async function captureDeposit(
  db: Knex,
  { id: paymentId }: Pick<Payment, "id">
): Promise<boolean> {
  return await db.transaction(async (trx) => {
    const payment = await lockPayment(trx, paymentId)
    const locked = payment?.deposit_id
      ? await lockDeposit(trx, payment.deposit_id)
      : null
    if (!payment || !locked) {
      return false
    }
    const { deposit, allocations, balance } = locked
    if (!allocations.length) {
      await captureUnused(trx, payment, locked)
      return true
    }
    // Medusa has stored this capture. A part may be sent back by now.
    const own = await readCaptured(trx, deposit.id)
    const { capture, unallocated } = balance
    const missing = differenceOf(own?.taken ?? capture, capture)
    if (isMoreThan(missing, unallocated)) {
      return false
    }
    if (!isMoreThan(missing, "0")) {
      return isMoreThan(capture, "0")
    }
    await captureMore(trx, locked, missing)
    return true
  })
}

/**
 * Whether the deposit of a paid payment may still be captured, or is. The
 * merchant may have sent it back, or kept it for another order.
 */
export async function isCapturable(
  db: Knex,
  { deposit_id: id }: Pick<Payment, "deposit_id">
): Promise<boolean> {
  const deposit = await db<DepositRow>(TABLE.deposit).where({ id }).first()
  const known = deposit && (await withBalance(db, deposit))
  return (
    known !== undefined &&
    (!known.allocations.length || isMoreThan(known.balance.capture, "0"))
  )
}
