import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { RefusedError } from "../../../../exceptions/refused-error"
import {
  type Fact,
  type HeldMoney,
  isMoreThan,
  isReleased,
  isSameAmount,
  retryOf,
} from "../../../../ledger"
import { lockDeposit, lockPayment } from "../deposits/allocations"
import { countCaptured } from "../deposits/captures"
import { applyFact } from "../payments/payments"
import { reschedule } from "../schedules/schedule"
import { type ExceptionRow, TABLE } from "../tables"
import { assignDeposit } from "./assign-deposit"
import { resolved } from "./resolve-open"
import { heldOf, inCoins } from "./held"
import { findDueRefund, keepDueRefund, keepHeld } from "./keep-held"
import { refundHeld } from "./refund-held"
import type {
  Effect,
  LockedException,
  Resolution,
  ResolutionContext,
  ResolvedException,
} from "./resolution"

/**
 * Resolves an exception as the merchant chose, once. In the same transaction
 * its money is allocated, or its payment becomes due for settling. It stays
 * open while a part of its money is left.
 *
 * @throws RefusedError with nothing changed
 */
export async function resolveException(
  db: Knex,
  resolution: Resolution,
  context: ResolutionContext = {},
  now = new Date()
): Promise<ResolvedException> {
  return await db.transaction(
    async (trx) => await resolve(trx, resolution, context, now)
  )
}

async function resolve(
  trx: Knex,
  resolution: Resolution,
  { fact = null, medusa }: ResolutionContext,
  now: Date
): Promise<ResolvedException> {
  const locked = await lock(trx, resolution.exception_id, medusa, now)
  const effect = await effectOf(trx, resolution, locked)
  const { exception, payment } = locked
  await note(trx, exception, resolution, effect, now)
  if (payment) {
    await reschedule(trx, [payment.id], now)
  }
  const change: Fact | null =
    exception.kind === "price_expired" ? { kind: "price_accepted" } : fact
  const applied =
    payment && change && resolution.action === "retry"
      ? await applyFact(trx, payment.id, change, "admin", now)
      : null
  return { ...effect, settles: payment?.id ?? null, applied }
}

/** Locks an exception with its payment and its deposit. */
async function lock(
  trx: Knex,
  id: string,
  medusa: ResolutionContext["medusa"],
  now: Date
): Promise<LockedException> {
  const known = await trx<ExceptionRow>(TABLE.exception)
    .where({ id })
    .first("payment_id", "deposit_id")
  if (!known) {
    throw new RefusedError("unknown_exception", { id })
  }
  const payment = await lockPayment(trx, known.payment_id)
  const found = known.deposit_id
    ? await lockDeposit(trx, known.deposit_id)
    : null
  const exception = await trx<ExceptionRow>(TABLE.exception)
    .where({ id, deposit_id: known.deposit_id })
    .forUpdate()
    .first()
  if (!exception) {
    // Its deposit became one with another meanwhile.
    return await lock(trx, id, medusa, now)
  }
  if (exception.status === "resolved") {
    throw new RefusedError("already_resolved")
  }
  const deposit = found && (await countCaptured(trx, found))
  const held = await heldOf(trx, exception, deposit, payment, medusa)
  return { exception, payment, deposit, held, medusa, now }
}

async function effectOf(
  trx: Knex,
  resolution: Resolution,
  locked: LockedException
): Promise<Effect> {
  const due = await findDueRefund(trx, locked.exception)
  if (due) {
    await keepDueRefund(trx, resolution, locked, due)
    return {}
  }
  if (resolution.action === "retry") {
    return retried(locked)
  }
  assertRead(resolution.held, locked.held)
  switch (resolution.action) {
    case "assign":
      return await assignDeposit(trx, resolution.payment_id, locked)
    case "refund":
      return await refundHeld(trx, resolution.by, resolution.refund, locked)
    case "close":
      if (resolution.sent) {
        return await refundHeld(trx, resolution.by, resolution.sent, locked)
      }
      await keepHeld(trx, resolution, locked)
      return {}
  }
}

function retried({ exception, payment, deposit }: LockedException): Effect {
  const retry = retryOf(exception, payment)
  if (!retry) {
    throw new RefusedError("not_retriable")
  }
  if (deposit && isReleased(deposit.balance)) {
    throw new RefusedError("already_used")
  }
  // A report of the deposit resolves it. Nothing opens this kind again.
  return { isPart: retry === "read" && deposit !== null }
}

/** Another resolution may have used a part of what the merchant has read. */
function assertRead(read: string | undefined, held: HeldMoney | null): void {
  if (held && read === undefined) {
    throw new RefusedError("held_required")
  }
  const isSame = held
    ? read && isSameAmount(read, held.amount)
    : !isMoreThan(read ?? "0", "0")
  if (!isSame) {
    const left = held ? inCoins(held) : "0.00"
    throw new RefusedError("held_changed", { held: left })
  }
}

/** Stores the merchant's note. An exception about the rest stays open. */
async function note(
  trx: Knex,
  { id, details }: ExceptionRow,
  { action, note: text, by }: Resolution,
  { isPart, refunds_capture }: Effect,
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
