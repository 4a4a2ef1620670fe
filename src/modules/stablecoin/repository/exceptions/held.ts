import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import {
  coinsOf,
  type Coins,
  differenceOf,
  excessOf,
  type HeldMoney,
  heldMoney,
  type MedusaState,
  type Payment,
  sumOf,
  traitsOf,
} from "../../../../ledger"
import { type LockedDeposit, withBalance } from "../deposits/allocations"
import { countCaptured } from "../deposits/captures"
import { readMedusaState } from "../medusa/medusa-state"
import {
  type DepositRow,
  type ExceptionRow,
  type PaymentRow,
  TABLE,
} from "../tables"

/** The parts of Medusa's state that show what is captured, and for what. */
export type CapturedState = Pick<
  MedusaState,
  "collection" | "payment" | "order"
>

/**
 * Reads the money that resolving an exception may send back. Money that the
 * merchant found before for an unconfirmed payment is not found again.
 */
export async function heldOf(
  db: Knex,
  exception: ExceptionRow,
  known: LockedDeposit | null,
  payment: Payment | null,
  medusa: CapturedState | undefined
): Promise<HeldMoney | null> {
  const found =
    payment && !known
      ? await db<DepositRow>(TABLE.deposit)
          .where({ payment_id: payment.id, deleted_at: null })
          .pluck<string[]>("amount")
      : []
  const excess = medusa ? excessOf(medusa) : null
  return heldMoney(
    exception,
    known,
    payment && {
      ...payment,
      amount: differenceOf(payment.amount, sumOf(found)),
    },
    excess && payment
      ? {
          amount: coinsOf(payment, excess, known?.allocations),
          is_captured: medusa?.payment?.captured === true,
        }
      : null
  )
}

/**
 * Reads the money that resolving an open exception may send back now; null for
 * none. Writes nothing.
 */
export async function readHeld(
  db: Knex,
  exceptionId: string
): Promise<HeldMoney | null> {
  const exception = await db<ExceptionRow>(TABLE.exception)
    .where({ id: exceptionId, status: "open" })
    .whereNull("deleted_at")
    .first()
  if (!exception) {
    return null
  }
  const { payment_id, deposit_id } = exception
  const [deposit] = await db<DepositRow>(TABLE.deposit).where({
    id: deposit_id,
  })
  const [payment] = await db<PaymentRow>(TABLE.payment).where({
    id: payment_id,
  })
  const state =
    payment_id && traitsOf(exception).money === "excess"
      ? await readMedusaState(db, payment_id)
      : null
  return await heldOf(
    db,
    exception,
    deposit ? await countCaptured(db, await withBalance(db, deposit)) : null,
    payment ?? null,
    state?.medusa
  )
}

/** An amount with its coin, for a sentence. */
export function inCoins({
  amount,
  currency,
}: Pick<Coins, "amount" | "currency">): string {
  return `${amount} ${currency}`
}
