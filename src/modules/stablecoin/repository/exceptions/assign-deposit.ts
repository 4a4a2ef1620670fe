import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { RefusedError } from "../../../../exceptions/refused-error"
import { transferException } from "../../../../ledger"
import { completeFound } from "../deposits/one-transfer"
import { type PaymentRow, TABLE } from "../tables"
import { openExceptions } from "./exceptions"
import type { Effect, LockedException } from "./resolution"

/**
 * Gives a deposit of unknown origin to a payment. It opens an exception of that
 * payment, since only the gateway makes a payment paid.
 */
export async function assignDeposit(
  trx: Knex,
  payment_id: string,
  { payment: known, deposit: locked, now }: LockedException
): Promise<Effect> {
  if (!locked || known || locked.deposit.payment_id) {
    throw new RefusedError("not_assignable")
  }
  const { deposit } = locked
  const payment = await trx<PaymentRow>(TABLE.payment)
    .where({ id: payment_id, rail: deposit.rail, deleted_at: null })
    .first()
  if (!payment) {
    throw new RefusedError("unknown_payment")
  }
  await trx(TABLE.deposit)
    .where({ id: deposit.id })
    .update({ payment_id, matched_at: now, updated_at: now })
  const id = await completeFound(trx, { ...deposit, payment_id }, payment, now)
  if (!id) {
    return {}
  }
  const { amount, currency, chain, tx_hash, confirmed_at } = deposit
  // The merchant has compared it with what paid.
  const reason = payment.status === "paid" ? "again" : "late"
  const draft = confirmed_at
    ? ({
        kind: "deposit_mismatch",
        reason: "assigned",
        deposit_id: id,
        details: { amount, currency, chain, tx_hash },
      } as const)
    : transferException(deposit, reason, payment, id)
  const details = { ...draft.details, cause: "assigned" }
  // The key differs from that of the exception which is resolved by this.
  const key = [id, payment_id].join(":")
  const opened = await openExceptions(trx, payment_id, [
    { ...draft, details, key },
  ])
  return { opened }
}
