import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { STORED_REASONS } from "../../../../exceptions/stored-reasons"
import { hasRest, isReleased, type Payment, traitsOf } from "../../../../ledger"
import {
  allocate,
  type LockedDeposit,
  releaseCapture,
  withBalance,
} from "../deposits/allocations"
import { releaseUncaptured } from "../deposits/captures"
import { readOther, whyNotServing } from "../medusa/serving-order"
import { type RefundRow, TABLE } from "../tables"
import { stopWaiting } from "./never-answered"
import { recordFound, refundHeld } from "./refund-held"
import {
  type LockedException,
  NO_EFFECT,
  type Resolution,
  type ResolutionRefusal,
  type Used,
} from "./resolution"

type Choice = Extract<Resolution, { action: "refund" | "close" }>

/** Refunds or keeps the money of an exception, as the merchant chose. */
export async function useHeldMoney(
  trx: Knex,
  choice: Choice,
  locked: LockedException
): Promise<Used | ResolutionRefusal> {
  const { held } = locked
  if (choice.action === "refund" || choice.sent) {
    const refund = choice.action === "refund" ? choice.refund : choice.sent
    return held
      ? await refundHeld(trx, choice.by, refund ?? {}, locked, held)
      : { refused: "nothing_held" }
  }
  if (!held) {
    return traitsOf(locked.exception).money === "test" && locked.deposit
      ? await keep(trx, choice, locked.deposit, null, {
          reason: STORED_REASONS.simulated,
        })
      : NO_EFFECT
  }
  if (choice.order_id === undefined && choice.kept === undefined) {
    if (locked.deposit && !locked.staysCaptured) {
      return { refused: "whereabouts_required", held }
    }
    await stopWaiting(trx, locked)
    return NO_EFFECT
  }
  if (choice.order_id !== undefined) {
    const { order_id, other_customer } = choice
    const { about, money, isRetried } = traitsOf(locked.exception)
    // Settling retries it, or the gateway may still confirm it.
    const isLeft = locked.deposit !== null && isReleased(locked.deposit.balance)
    const why = await whyNotServing(trx, order_id, locked.payment, held, {
      other_customer,
      is_captured:
        !isLeft &&
        (isRetried === true || about === "report" || money === "unconfirmed"),
    })
    if (why) {
      return { refused: "wrong_order", order_id, held, ...why }
    }
    await recordOrder(trx, locked.payment, order_id)
  }
  if (locked.staysCaptured && !isExcess(locked)) {
    return NO_EFFECT
  }
  const deposit =
    locked.deposit ?? (await recordFound(trx, locked, held.amount))
  return deposit
    ? await keep(trx, choice, deposit, held.amount, {
        order_id: choice.order_id,
        reason: choice.kept,
      })
    : NO_EFFECT
}

function isExcess({ exception }: LockedException): boolean {
  return traitsOf(exception).money === "excess"
}

/** @param amount null for all that is left of the deposit */
async function keep(
  trx: Knex,
  { by }: Choice,
  locked: LockedDeposit,
  amount: string | null,
  { order_id, reason }: { order_id?: string; reason?: string }
): Promise<Used> {
  // Without a rest, what was captured is kept: without an order, or too much.
  const deposit = hasRest(locked.balance)
    ? await releaseUncaptured(trx, locked)
    : await releaseCapture(trx, locked, amount ?? locked.balance.capture)
  await allocate(trx, deposit, {
    kind: "kept",
    amount: amount ?? deposit.balance.unallocated,
    order_id: order_id ?? null,
    reason: reason ?? null,
    allocated_by: by,
  })
  return NO_EFFECT
}

/**
 * The buyer's page then shows the order that has the goods. An order of another
 * customer is theirs, with its name and address: the money is only kept for it.
 */
export async function recordOrder(
  trx: Knex,
  payment: Payment | null,
  order_id: string
): Promise<void> {
  if (
    payment &&
    !payment.order_id &&
    !(await readOther(trx, order_id, payment))
  ) {
    await trx(TABLE.payment).where({ id: payment.id }).update({ order_id })
  }
}

/** Finds the unsent refund that an exception stands for, and locks it. */
export async function findDueRefund(
  trx: Knex,
  { exception: { kind, details } }: LockedException
): Promise<RefundRow | undefined> {
  const id = details?.refund_id
  return kind === "refund_due" && id
    ? await trx<RefundRow>(TABLE.refund)
        .where({ id, status: "due" })
        .forUpdate()
        .first()
    : undefined
}

/**
 * Keeps money that is due to the buyer, who agreed to goods or a credit instead.
 * Its refund is void. A refund of Medusa is sent, because Medusa counts it.
 */
export async function keepDueRefund(
  trx: Knex,
  resolution: Resolution,
  { payment, deposit, now }: LockedException,
  { id, amount, medusa_refund_id }: RefundRow
): Promise<Used | ResolutionRefusal> {
  const { order_id, other_customer, kept } =
    resolution.action === "close"
      ? resolution
      : ({} as Partial<Extract<Resolution, { action: "close" }>>)
  if (!deposit || medusa_refund_id || (order_id ?? kept) === undefined) {
    return { refused: "refund_is_due", refund_id: id }
  }
  if (order_id) {
    const held = { amount, currency: deposit.deposit.currency }
    const why = await whyNotServing(trx, order_id, payment, held, {
      other_customer,
    })
    if (why) {
      return { refused: "wrong_order", order_id, held, ...why }
    }
    await recordOrder(trx, payment, order_id)
  }
  await trx(TABLE.refund)
    .where({ id })
    .update({ status: "void", updated_at: now })
  await trx(TABLE.allocation).where({ refund_id: id }).delete()
  await allocate(trx, await withBalance(trx, deposit.deposit), {
    kind: "kept",
    amount,
    order_id: order_id ?? null,
    reason: kept ?? null,
    allocated_by: resolution.by,
  })
  return NO_EFFECT
}
