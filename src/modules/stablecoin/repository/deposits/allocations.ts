import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import {
  type Allocation,
  asCaptured,
  type Balance,
  balanceOf,
  differenceOf,
  isMoreThan,
  type Payment,
  sumOf,
} from "../../../../ledger"
import { resolveUsedUp } from "../exceptions/resolve-open"
import { readCaptured } from "../medusa/refunds"
import { newId } from "../new-id"
import { type DepositRow, type PaymentRow, TABLE } from "../tables"

/** A deposit whose row is locked, and its uses. */
export type LockedDeposit = {
  deposit: DepositRow
  allocations: Allocation[]
  balance: Balance
}

/** Locks a payment. All code does so before it locks its deposits or refunds. */
export async function lockPayment(
  trx: Knex,
  id: string | null
): Promise<PaymentRow | null> {
  const row = await trx<PaymentRow>(TABLE.payment)
    .where({ id })
    .forUpdate()
    .first()
  return row ?? null
}

/**
 * Locks a deposit, so that its allocations don't change until the transaction
 * ends. The caller must have locked its payment before.
 */
export async function lockDeposit(
  trx: Knex,
  id: string
): Promise<LockedDeposit | null> {
  const deposit = await trx<DepositRow>(TABLE.deposit)
    .where({ id })
    .forUpdate()
    .first()
  return deposit ? await withBalance(trx, deposit) : null
}

/** Adds the uses of a deposit. */
export async function withBalance(
  db: Knex,
  deposit: DepositRow
): Promise<LockedDeposit> {
  const allocations = await db<Allocation>(TABLE.allocation)
    .where({ deposit_id: deposit.id })
    .orderBy(["created_at", "id"])
  return { deposit, allocations, balance: balanceOf(deposit, allocations) }
}

/** Updates the sum of a deposit's allocations after they changed. */
async function sumAllocations(trx: Knex, deposit_id: string): Promise<void> {
  const sum = trx(TABLE.allocation)
    .where({ deposit_id })
    .select(trx.raw("COALESCE(SUM(CAST(amount AS numeric)), 0)"))
  await trx(TABLE.deposit).where({ id: deposit_id }).update({ allocated: sum })
}

/** A part to allocate. */
export type NewAllocation = Pick<Allocation, "kind" | "amount"> &
  Partial<
    Pick<Allocation, "refund_id" | "order_id" | "reason" | "allocated_by">
  >

/**
 * Allocates a part of what is unallocated. Once the merchant has used all of
 * it, the exceptions about the deposit are over.
 *
 * @throws if that exceeds what is unallocated
 */
export async function allocate(
  trx: Knex,
  { deposit, balance }: Omit<LockedDeposit, "allocations">,
  allocation: NewAllocation
): Promise<void> {
  if (isMoreThan(allocation.amount, balance.unallocated)) {
    throw new Error(
      `${allocation.amount} of deposit ${deposit.id} can't be allocated: ${balance.unallocated} is left.`
    )
  }
  await trx(TABLE.allocation).insert({
    id: newId("stall"),
    deposit_id: deposit.id,
    ...allocation,
  })
  await sumAllocations(trx, deposit.id)
  // Money that was captured without an order may still be sent back.
  const isOver = ![
    balance.capture,
    differenceOf(balance.unallocated, allocation.amount),
  ].some((rest) => isMoreThan(rest, "0"))
  if (isOver && allocation.kind !== "capture") {
    await resolveUsedUp(trx, deposit.id, allocation.allocated_by ?? null)
  }
}

/**
 * Makes up to an amount of what a deposit was captured with unallocated again.
 * Medusa refunds it, or has not captured it after all.
 *
 * @returns the deposit as it is then
 */
export async function releaseCapture(
  trx: Knex,
  locked: LockedDeposit,
  amount: string
): Promise<LockedDeposit> {
  const capture = locked.allocations.find(({ kind }) => kind === "capture")
  return capture ? await release(trx, locked, capture, amount) : locked
}

/**
 * Makes up to an amount of an allocation unallocated again.
 *
 * @returns the deposit as it is then
 */
export async function release(
  trx: Knex,
  { deposit }: LockedDeposit,
  { id, amount: allocated }: Pick<Allocation, "id" | "amount">,
  amount: string
): Promise<LockedDeposit> {
  if (isMoreThan(amount, "0")) {
    const row = trx(TABLE.allocation).where({ id })
    await (isMoreThan(allocated, amount)
      ? row.update({ amount: differenceOf(allocated, amount) })
      : row.delete())
    await sumAllocations(trx, deposit.id)
  }
  return await withBalance(trx, deposit)
}

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
 * Allocates the deposit that a payment was paid by to its capture, once.
 *
 * @returns false when the merchant has used a part of it for something else
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
    (!known.allocations.length || isMoreThan(known.balance.capture, "0"))
  )
}
