import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import {
  isAboutOtherMoney,
  isOpenUntilReturned,
  type Payment,
  SETTLEMENT_KINDS,
} from "../../../../ledger"
import { readUnassigned } from "../refunds/refund-unassigned-money"
import { reschedule } from "../schedules/schedule"
import { type ExceptionRow, type PaymentRow, TABLE } from "../tables"
import { isUniqueViolation } from "../unique-violation"
import type {
  Resolution,
  ResolutionContext,
  ResolvedException,
} from "./resolution"
import { refundOf, retryPayment } from "./resolution-effects"
import { findDueRefund, grownGroup } from "./resolution-refusals"

/**
 * Resolves an exception as the merchant chose, once. In the same transaction
 * its payment becomes due for settling, or a refund of the unassigned money is
 * written. A partial refund leaves it open where nothing else would show the
 * rest.
 */
export async function resolveException(
  db: Knex,
  resolution: Resolution,
  context: ResolutionContext,
  now: Date
): Promise<ResolvedException> {
  try {
    return await db.transaction(
      async (trx) => await resolve(trx, resolution, context, now)
    )
  } catch (error) {
    if (resolution.action === "close" && isUniqueViolation(error)) {
      return { refused: "hash_used" }
    }
    throw error
  }
}

async function resolve(
  trx: Knex,
  resolution: Resolution,
  context: ResolutionContext,
  now: Date
): Promise<ResolvedException> {
  const { exception_id, action, note, by } = resolution
  const known = await trx<ExceptionRow>(TABLE.exception)
    .where({ id: exception_id })
    .first("payment_id")
  if (!known) {
    return { refused: "unknown_exception" }
  }
  // Locks the payment first, as everywhere: its lock keeps the sum of its
  // refunds from changing.
  const payment = await lockPayment(trx, known.payment_id)
  const exception = await trx<ExceptionRow>(TABLE.exception)
    .where({ id: exception_id })
    .forUpdate()
    .first()
  if (!exception || exception.status === "resolved") {
    return { refused: "already_resolved" }
  }
  const grown = grownGroup(resolution, exception)
  if (grown !== null) {
    return { refused: "group_grew", count: grown }
  }
  const due = await findDueRefund(trx, exception)
  if (due) {
    return { refused: "refund_is_due", refund_id: due.id }
  }
  const locked = { exception, payment, now }
  const written = await refundOf(trx, resolution, context, locked)
  if (written && "refused" in written) {
    return written
  }
  const rest = written && (await readUnassigned(trx, exception, payment))
  // Nothing else shows the rest of money without an order, or of money that was
  // reported.
  const isPart =
    rest !== null &&
    (isOpenUntilReturned(exception.kind, context.medusa) ||
      (rest.confirmed && isAboutOtherMoney(exception)))
  await trx(TABLE.exception)
    .where({ id: exception_id })
    .update(
      isPart
        ? { details: withNote(exception, resolution), updated_at: now }
        : {
            status: "resolved",
            resolution: action,
            note,
            resolved_by: by,
            resolved_at: now,
            updated_at: now,
          }
    )
  const isRetry = action === "retry"
  const applied = isRetry && (await retryPayment(trx, context, locked))
  // Medusa would complete a cart with the authorization of money that the
  // merchant took over. Settling releases it.
  const isTaken =
    payment?.status === "paid" &&
    SETTLEMENT_KINDS.some((kind) => kind === exception.kind)
  if (isTaken && !isRetry) {
    await reschedule(trx, [payment.id], now)
  }
  return {
    exception_id,
    settles: isRetry || isTaken ? exception.payment_id : null,
    refund: written?.refund ?? null,
    opened: written?.opened ?? [],
    applied: applied || null,
  }
}

/**
 * Returns the details of an exception that stays open, with the notes on its
 * partial refunds so far.
 */
function withNote({ details }: ExceptionRow, { note, by }: Resolution): string {
  const notes = details?.earlier_note ? [details.earlier_note, note] : [note]
  return JSON.stringify({
    ...details,
    earlier_note: notes.join("\n"),
    earlier_resolved_by: by,
  })
}

async function lockPayment(
  trx: Knex,
  id: string | null
): Promise<Payment | null> {
  const payment =
    id &&
    (await trx<PaymentRow>(TABLE.payment).where({ id }).forUpdate().first())
  return payment || null
}
