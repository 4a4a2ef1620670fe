import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import {
  asCaptured,
  balanceOf,
  differenceOf,
  isMoreThan,
  type Payment,
  sumOf,
} from "../../../../ledger"
import { readCaptured } from "../medusa/captured"
import { type DepositRow, TABLE } from "../tables"
import {
  allocate,
  lockDeposit,
  type LockedDeposit,
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

/**
 * Adds what is unallocated of a deposit to what it was captured with.
 *
 * @returns the deposit as it is then
 */
export async function captureRest(
  trx: Knex,
  locked: LockedDeposit
): Promise<LockedDeposit> {
  const { capture, unallocated } = locked.balance
  if (!isMoreThan(unallocated, "0")) {
    return locked
  }
  const open = await releaseCapture(trx, locked, capture)
  const amount = sumOf([capture, unallocated])
  await allocate(trx, open, { kind: "capture", amount })
  return await withBalance(trx, locked.deposit)
}

/**
 * Allocates the deposit that a payment was paid by to its capture, once.
 *
 * @returns false when the merchant has used a part of it for something else
 */
export async function captureDeposit(
  db: Knex,
  { id: paymentId }: Pick<Payment, "id">
): Promise<boolean> {
  return await db.transaction(async (trx) => {
    const payment = await trx(TABLE.payment)
      .where({ id: paymentId })
      .forUpdate()
      .first<{ deposit_id: string | null } | undefined>("deposit_id")
    const locked = payment?.deposit_id
      ? await lockDeposit(trx, payment.deposit_id)
      : null
    if (!locked) {
      return false
    }
    const { deposit, balance } = locked
    if (isUnused(locked)) {
      await allocate(trx, locked, { kind: "capture", amount: deposit.amount })
      return true
    }
    // Medusa has stored this capture. A part may be sent back meanwhile.
    const own = await readCaptured(trx, deposit.id)
    return (
      isMoreThan(balance.capture, "0") &&
      !isMoreThan(own?.taken ?? "0", balance.capture)
    )
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
    (isUnused(known) || isMoreThan(known.balance.capture, "0"))
  )
}

function isUnused({ deposit, balance }: LockedDeposit): boolean {
  return !isMoreThan(deposit.amount, balance.unallocated)
}
