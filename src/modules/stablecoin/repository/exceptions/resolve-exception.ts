import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import {
  isMoreThan,
  isReleased,
  isSameAmount,
  retryOf,
  traitsOf,
} from "../../../../ledger"
import { lockDeposit } from "../deposits/allocations"
import { countCaptured } from "../deposits/captures"
import { applyFact } from "../payments/payments"
import { reschedule } from "../schedules/schedule"
import { type ExceptionRow, type PaymentRow, TABLE } from "../tables"
import { assignDeposit } from "./assign-deposit"
import { resolved } from "./exceptions"
import { heldOf } from "./held"
import {
  type LockedException,
  NO_EFFECT,
  type Resolution,
  type ResolutionContext,
  type ResolutionRefusal,
  type ResolvedException,
  type Used,
} from "./resolution"
import { findDueRefund, keepDueRefund, useHeldMoney } from "./use-held-money"

/**
 * Resolves an exception as the merchant chose, once. In the same transaction
 * its money is allocated, or its payment becomes due for settling. It stays
 * open while a part of its money is left.
 */
export async function resolveException(
  db: Knex,
  resolution: Resolution,
  context: ResolutionContext,
  now: Date
): Promise<ResolvedException> {
  return await db.transaction(
    async (trx) => await resolve(trx, resolution, context, now)
  )
}

/** Why a resolution would be refused now; null if it would not. Writes nothing. */
export async function refusalOf(
  db: Knex,
  resolution: Resolution,
  context: ResolutionContext,
  now: Date
): Promise<ResolutionRefusal | null> {
  const trx = await db.transaction()
  try {
    const resolved = await resolve(trx, resolution, context, now)
    return "refused" in resolved ? resolved : null
  } finally {
    await trx.rollback()
  }
}

async function resolve(
  trx: Knex,
  resolution: Resolution,
  context: ResolutionContext,
  now: Date
): Promise<ResolvedException> {
  const locked = await lock(trx, resolution.exception_id, context, now)
  if ("refused" in locked) {
    return locked
  }
  const { exception, payment } = locked
  const due = await findDueRefund(trx, locked)
  const used = due
    ? await keepDueRefund(trx, resolution, locked, due)
    : await effectOf(trx, resolution, locked)
  if ("refused" in used) {
    return used
  }
  await note(trx, exception, resolution, used, now)
  if (payment) {
    await reschedule(trx, [payment.id], now)
  }
  const fact = resolution.action === "retry" ? context.fact : null
  return {
    exception_id: exception.id,
    settles: payment?.id ?? null,
    refund: used.refund,
    refunds_capture: used.refunds_capture,
    opened: used.opened,
    applied:
      payment && fact
        ? await applyFact(trx, payment.id, fact, "admin", now)
        : null,
  }
}

/**
 * Locks an exception's payment first, then its deposit, as all code does.
 * Writes nothing, since the decision may still be refused.
 */
async function lock(
  trx: Knex,
  id: string,
  { medusa }: ResolutionContext,
  now: Date
): Promise<LockedException | ResolutionRefusal> {
  const known = await trx<ExceptionRow>(TABLE.exception)
    .where({ id })
    .first("payment_id", "deposit_id")
  if (!known) {
    return { refused: "unknown_exception" }
  }
  const payment = known.payment_id
    ? await trx<PaymentRow>(TABLE.payment)
        .where({ id: known.payment_id })
        .forUpdate()
        .first()
    : null
  const found = known.deposit_id
    ? await lockDeposit(trx, known.deposit_id)
    : null
  const exception = await trx<ExceptionRow>(TABLE.exception)
    .where({ id, deposit_id: known.deposit_id })
    .forUpdate()
    .first()
  if (!exception) {
    // Its deposit became one with another meanwhile.
    return await lock(trx, id, { medusa }, now)
  }
  if (exception.status === "resolved") {
    return { refused: "already_resolved" }
  }
  const deposit = found && (await countCaptured(trx, found))
  const held = await heldOf(trx, exception, deposit, payment ?? null, medusa)
  const staysCaptured =
    held?.captured === true &&
    (traitsOf(exception).money === "excess" ||
      medusa?.order?.canceled === false)
  return {
    exception,
    payment: payment ?? null,
    deposit,
    held,
    staysCaptured,
    now,
  }
}

async function effectOf(
  trx: Knex,
  resolution: Resolution,
  locked: LockedException
): Promise<Used | ResolutionRefusal> {
  const { exception, payment, deposit, held } = locked
  if (resolution.action === "retry") {
    const retry = retryOf(exception, payment)
    if (!retry) {
      return { refused: "not_retriable" }
    }
    // A report of the deposit resolves it. Nothing opens this kind again.
    const isPart = retry === "read" && deposit !== null
    return deposit && isReleased(deposit.balance)
      ? { refused: "already_used" }
      : { ...NO_EFFECT, isPart }
  }
  // Another resolution may have used a part meanwhile.
  const read = resolution.held
  if (
    held
      ? !read || !isSameAmount(read, held.amount)
      : isMoreThan(read ?? "0", "0")
  ) {
    return held && read === undefined
      ? { refused: "held_required" }
      : { refused: "held_changed", held }
  }
  return resolution.action === "assign"
    ? await assignDeposit(trx, resolution.payment_id, locked)
    : await useHeldMoney(trx, resolution, locked)
}

/** Stores the merchant's note. An exception about the rest stays open. */
async function note(
  trx: Knex,
  { id, details }: ExceptionRow,
  { action, note: text, by }: Resolution,
  { isPart, refunds_capture }: Used,
  now: Date
): Promise<void> {
  const notes = details?.earlier_note ? [details.earlier_note, text] : [text]
  await trx(TABLE.exception)
    .where({ id })
    .update(
      isPart || refunds_capture
        ? {
            details: JSON.stringify({
              ...details,
              earlier_note: notes.join("\n"),
              earlier_resolved_by: by,
            }),
            updated_at: now,
          }
        : { ...resolved(text, now, by), resolution: action }
    )
}
