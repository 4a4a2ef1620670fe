import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import {
  differenceOf,
  findFound,
  hasRest,
  isMoreThan,
  type Payment,
  type SeenTransfer,
} from "../../../../ledger"
import { resolveReported, resolveShown } from "../exceptions/resolve-open"
import { nameShown, nameTransfer } from "../exceptions/describe"
import { type OpenedException, reopenDecided } from "../exceptions/exceptions"
import { reschedule } from "../schedules/schedule"
import { type DepositRow, TABLE } from "../tables"
import { lockDeposit, withBalance } from "./allocations"

/** The columns of a transfer. */
export const TRANSFER_COLUMNS = [
  "chain",
  "tx_hash",
  "log_index",
  "currency",
  "amount",
  "sender",
  "destination_address",
  "block_number",
  "arrived_at",
] as const satisfies readonly (keyof SeenTransfer)[]

/** Columns that its chain shows. */
const SEEN_FIELDS = [...TRANSFER_COLUMNS, "shown", "seen_at"] as const

export type SeenFields = Pick<DepositRow, (typeof SEEN_FIELDS)[number]>

/**
 * Makes a deposit, which was reported or found, the transfer that its chain
 * shows. Its amount is the chain's, unless more is used of it or it is captured
 * in another coin, and it keeps the coin of its uses. The caller must have locked
 * it.
 *
 * @returns the deposit as it is then
 */
export async function complete<T extends DepositRow>(
  trx: Knex,
  known: T,
  seen: SeenFields,
  now: Date
): Promise<T> {
  const { balance } = await withBalance(trx, known)
  const used = differenceOf(known.amount, balance.unallocated)
  const fields = SEEN_FIELDS.map((name) => [name, seen[name]])
  const { amount } = seen
  // The exception about its contradicted proof names the other coin.
  const isOther =
    isMoreThan(balance.capture, "0") && seen.currency !== known.currency
  const shown = {
    ...Object.fromEntries(fields),
    shown: { amount, currency: seen.currency },
    amount: isMoreThan(used, amount) || isOther ? used : amount,
    currency: isMoreThan(used, "0") ? known.currency : seen.currency,
    matched_at: now,
    updated_at: now,
  }
  await trx(TABLE.deposit).where({ id: known.id }).update(shown)
  await nameRest(trx, known, shown.amount, now)
  await nameShown(trx, known.id)
  await resolveShown(trx, known.id, now)
  await resolveReported(trx, known.id, known.payment_id)
  return { ...known, ...shown }
}

/**
 * The merchant may have decided about all of it, and more is known now.
 *
 * @returns the exception that opens again
 */
export async function nameRest(
  trx: Knex,
  { id, amount, confirmed_at }: DepositRow,
  amountNow: string,
  now: Date
): Promise<OpenedException[]> {
  if (!confirmed_at || !isMoreThan(amountNow, amount)) {
    return []
  }
  const paid = await trx(TABLE.payment)
    .where({ deposit_id: id })
    .pluck<string[]>("id")
  if (!paid.length) {
    return await reopenDecided(trx, id, now)
  }
  await reschedule(trx, paid, now)
  return []
}

/**
 * Makes two rows of one transfer one.
 *
 * @returns the row as it is then, or null when the second one is used already
 */
export async function absorb<T extends DepositRow>(
  trx: Knex,
  into: T,
  { id, ...seen }: DepositRow,
  now: Date
): Promise<T | null> {
  const known = await lockDeposit(trx, id)
  if (known?.allocations.length) {
    return null
  }
  await trx(TABLE.deposit).where({ id }).delete()
  await trx(TABLE.exception)
    .where({ deposit_id: id })
    .update({ deposit_id: into.id })
  return await complete(trx, into, seen, now)
}

/**
 * Makes a transfer of a payment, which its chain shows, one with the deposit
 * that the merchant had found before, or that the gateway reported meanwhile.
 * The caller's transaction must have locked the transfer.
 *
 * @returns the id of their row, or null if nothing is left of it, or the gateway
 * has reported it
 */
export async function completeFound(
  trx: Knex,
  seen: DepositRow,
  payment: Pick<Payment, "id">,
  now: Date
): Promise<string | null> {
  const own = await trx<DepositRow>(TABLE.deposit)
    .where({ payment_id: payment.id, deleted_at: null })
    .orderBy(["created_at", "id"])
    .forUpdate()
  const { chain, tx_hash, destination_address } = seen
  const transfers = await trx<DepositRow>(TABLE.deposit)
    .where({ chain, tx_hash, destination_address })
    .where({ confirmed_at: null, deleted_at: null })
    .whereNotNull("seen_at")
  const found = findFound(seen, own, transfers)
  if (!found || !seen.tx_hash || !(await absorb(trx, found, seen, now))) {
    return seen.id
  }
  await nameTransfer(trx, found.id, seen.tx_hash)
  const locked = await lockDeposit(trx, found.id)
  const isLeft = locked && hasRest(locked.balance)
  return isLeft && !found.confirmed_at ? found.id : null
}
