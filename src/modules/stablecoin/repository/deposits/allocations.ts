import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import {
  type Allocation,
  type Balance,
  balanceOf,
  differenceOf,
  isMoreThan,
  type Report,
} from "../../../../ledger"
import { resolveUsedUp } from "../exceptions/resolve-open"
import { newId } from "../new-id"
import { type DepositRow, type PaymentRow, TABLE } from "../tables"

/** A deposit whose row is locked, and its uses. */
export type LockedDeposit = {
  deposit: DepositRow
  allocations: Allocation[]
  balance: Balance
}

/** @returns its id, or null if the transfer has a row already */
export async function insertDeposit(
  trx: Knex,
  deposit: Report &
    Pick<DepositRow, "payment_id" | "rail" | "arrived_at"> &
    Partial<DepositRow>
): Promise<string | null> {
  const [row] = await trx(TABLE.deposit)
    .insert({ ...deposit, id: newId("stdep") })
    .onConflict()
    .ignore()
    .returning<{ id: string }[]>("id")
  return row?.id ?? null
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
    Pick<
      Allocation,
      "refund_id" | "order_id" | "cart_amount" | "reason" | "allocated_by"
    >
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
 * @param worth of that amount, where the allocation has one
 * @returns the deposit as it is then
 */
export async function release(
  trx: Knex,
  { deposit }: LockedDeposit,
  { id, amount: allocated, cart_amount }: Allocation,
  amount: string,
  worth = amount
): Promise<LockedDeposit> {
  if (isMoreThan(amount, "0")) {
    const row = trx(TABLE.allocation).where({ id })
    await (isMoreThan(allocated, amount)
      ? row.update({
          amount: differenceOf(allocated, amount),
          cart_amount: cart_amount && differenceOf(cart_amount, worth),
        })
      : row.delete())
    await sumAllocations(trx, deposit.id)
  }
  return await withBalance(trx, deposit)
}
