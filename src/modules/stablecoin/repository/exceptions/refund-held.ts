import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { RefusedError } from "../../../../exceptions/refused-error"
import {
  isMoreThan,
  refundOfHeld,
  sumOf,
  worthOfHeld,
} from "../../../../ledger"
import {
  insertDeposit,
  lockDeposit,
  type LockedDeposit,
} from "../deposits/allocations"
import { releaseUncaptured } from "../deposits/captures"
import { type EnteredTransfer, readTransfer } from "../refunds/send-refund"
import { writeRefund } from "../refunds/write-refund"
import { type DepositRow, TABLE } from "../tables"
import { inCoins } from "./held"
import type { Effect, LockedException } from "./resolution"

type RefundChoice = EnteredTransfer & {
  /** Decimal with at most two digits; absent: all that certainly arrived. */
  amount?: string
  reason?: string
}

/** Sends held money back, in whole or in part. It may have been sent already. */
export async function refundHeld(
  trx: Knex,
  by: string,
  { amount: requested, reason, ...entered }: RefundChoice = {},
  locked: LockedException
): Promise<Effect> {
  const { exception, payment, held, now } = locked
  if (!held) {
    throw new RefusedError("nothing_held")
  }
  const sum = refundOfHeld(held, requested)
  if ("refused" in sum) {
    throw new RefusedError(sum.refused, { held: inCoins(held) })
  }
  const { amount } = sum
  const transfer = await readTransfer(trx, held, entered, by, now)
  const uses = locked.deposit?.allocations
  const cart_amount =
    payment &&
    worthOfHeld(exception, held, amount, payment, locked.medusa, uses)
  if (held.captured && cart_amount) {
    // Medusa refunds what it captured, which writes the refund due.
    return { refunds_capture: { amount, cart_amount } }
  }
  const deposit = locked.deposit
    ? await releaseUncaptured(trx, locked.deposit)
    : await recordFound(trx, locked, amount)
  if (!deposit) {
    throw new RefusedError("nothing_held")
  }
  const { refund, opened } = await writeRefund(trx, payment, deposit, {
    ...{ amount, reason, by, exception_id: exception.id },
    // Each part that is only found is converted with those before it.
    ...(cart_amount && locked.deposit && { cart_amount }),
    ...transfer,
  })
  const isPart = locked.deposit !== null && isMoreThan(held.amount, amount)
  return { refund, opened, isPart }
}

/**
 * Records money that only the merchant has found, as one deposit of its payment.
 * A later report of the gateway about the same money finds this row.
 */
export async function recordFound(
  trx: Knex,
  { exception, payment, now }: LockedException,
  amount: string
): Promise<LockedDeposit | null> {
  if (!payment) {
    return null
  }
  const { rail, mode, currency, chain, gateway_id } = payment
  const found = { payment_id: payment.id, currency, chain, tx_hash: null }
  const known = await trx<DepositRow>(TABLE.deposit)
    .where({ ...found, confirmed_at: null, seen_at: null, deleted_at: null })
    .first()
  if (known) {
    await trx(TABLE.deposit)
      .where({ id: known.id })
      .update({
        amount: sumOf([known.amount, amount]),
        arrived_at: now,
        updated_at: now,
      })
  }
  const deposit_id =
    known?.id ??
    (await insertDeposit(trx, {
      ...found,
      rail,
      mode,
      amount,
      gateway_reference: gateway_id?.toLowerCase() ?? null,
      arrived_at: now,
      matched_at: now,
    }))
  await trx(TABLE.exception).where({ id: exception.id }).update({ deposit_id })
  return deposit_id ? await lockDeposit(trx, deposit_id) : null
}
