import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import {
  type Fact,
  type UnassignedMoney,
  isAboutOtherMoney,
  isAboutTaken,
  isOpenUntilReturned,
  type Payment,
  resolvedBefore,
  retryOf,
} from "../../../../ledger"
import { listResolutions, type OpenedException } from "./exceptions"
import type { WrittenRefund } from "../refunds/insert-refund"
import { type Applied, applyFact } from "../payments/payments"
import {
  type UnassignedRefund,
  type UnassignedRefundRefusal,
  readUnassigned,
  refundUnassignedMoney,
} from "../refunds/refund-unassigned-money"
import { reschedule } from "../schedules/schedule"
import {
  type ExceptionRow,
  type PaymentRow,
  type RefundRow,
  TABLE,
} from "../tables"
import { isUniqueViolation } from "../unique-violation"

/** The merchant's choice, with a note. */
export type Resolution = {
  exception_id: string
  note: string
  /** Medusa's id of the actor who resolves it. */
  by: string
} & (
  | { action: "retry" }
  | { action: "refund"; refund?: Omit<UnassignedRefund, "tx_hash"> }
  | {
      action: "close"
      sent?: Omit<UnassignedRefund, "reason"> & { tx_hash: string }
      /** Size of the group that the merchant has read; absent: any size. */
      count?: number
    }
)

/** State that was read before the rows were locked. */
export type ResolutionContext = {
  /** The payment's state at the gateway, where a retry reads it. */
  fact?: Fact | null
  /** Whether Medusa has captured the payment and no order stands for it. */
  lacks_order?: boolean
}

export type ResolvedException =
  | {
      exception_id: string
      /** The payment to settle again. */
      retried: string | null
      /** The refund that is due now, or was recorded as sent. */
      refund: RefundRow | null
      opened: OpenedException[]
      /** The effect of the gateway's state. */
      applied: Applied | null
    }
  | {
      refused:
        "unknown_exception" | "already_resolved" | "not_retriable" | "hash_used"
    }
  | { refused: "refund_is_due"; refund_id: string }
  /** `count`: size of the group now. */
  | { refused: "group_grew"; count: number }
  /**
   * `note`: of the earlier exception that was resolved with the payment's
   * money.
   */
  | { refused: "resolved_before"; note: string }
  | { refused: "order_missing"; held: UnassignedMoney }
  | UnassignedRefundRefusal

/** An exception and its payment, both locked. */
type Locked = { exception: ExceptionRow; payment: Payment | null; now: Date }

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
  // Nothing else shows the rest of captured money without an order, or of money that was reported.
  const isPart =
    rest !== null &&
    (isOpenUntilReturned(exception.kind, !!context.lacks_order) ||
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
  const applied = action === "retry" && (await retry(trx, context, locked))
  return {
    exception_id,
    retried: action === "retry" ? exception.payment_id : null,
    refund: written?.refund ?? null,
    opened: written?.opened ?? [],
    applied: applied || null,
  }
}

/**
 * Returns the size of a group that has grown since the merchant read it, or
 * null.
 */
function grownGroup(
  resolution: Resolution,
  { details }: ExceptionRow
): number | null {
  const size = Number(details?.count ?? 0)
  const isGrown =
    resolution.action === "close" &&
    resolution.count !== undefined &&
    size > resolution.count
  return isGrown ? size : null
}

/**
 * Writes the refund of a resolution. Returns null if it writes none, or the
 * reason for a refusal.
 */
async function refundOf(
  trx: Knex,
  resolution: Resolution,
  context: ResolutionContext,
  { exception, payment, now }: Locked
): Promise<
  WrittenRefund | null | Extract<ResolvedException, { refused: string }>
> {
  const { action, by } = resolution
  const locked = { exception, payment, by, now }
  switch (action) {
    case "retry":
      return await retryRefusal(trx, exception, payment)
    case "refund":
      return await refundUnassignedMoney(trx, resolution.refund ?? {}, locked)
    case "close": {
      if (resolution.sent) {
        return await refundUnassignedMoney(trx, resolution.sent, locked)
      }
      const held = isOpenUntilReturned(exception.kind, !!context.lacks_order)
        ? await readUnassigned(trx, exception, payment)
        : null
      return held ? { refused: "order_missing", held } : null
    }
  }
}

/**
 * Returns why an exception can't be retried, or null. Its kind may not allow a
 * retry, or the buyer may already have the money back.
 */
async function retryRefusal(
  trx: Knex,
  { kind }: ExceptionRow,
  payment: Payment | null
): Promise<Extract<ResolvedException, { refused: string }> | null> {
  if (!payment || !retryOf(kind, payment)) {
    return { refused: "not_retriable" }
  }
  // Such a retry captures nothing.
  if (!isAboutTaken(kind)) {
    return null
  }
  const before = resolvedBefore(await listResolutions(trx, payment.id))
  return before ? { refused: "resolved_before", note: before.note } : null
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

/**
 * Makes the payment due for settling at once, and applies the gateway's state
 * to it.
 */
async function retry(
  trx: Knex,
  { fact }: ResolutionContext,
  { payment, now }: Locked
): Promise<Applied | null> {
  if (!payment) {
    return null
  }
  await reschedule(trx, [payment.id], now)
  return fact ? await applyFact(trx, payment.id, fact, "admin", now) : null
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

/** Finds the unsent refund that an exception stands for. */
async function findDueRefund(
  trx: Knex,
  { kind, details }: ExceptionRow
): Promise<RefundRow | undefined> {
  const id = details?.refund_id
  return kind === "refund_due" && id
    ? await trx<RefundRow>(TABLE.refund).where({ id, status: "due" }).first()
    : undefined
}
