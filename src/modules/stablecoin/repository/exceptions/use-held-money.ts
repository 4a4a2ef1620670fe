import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { STORED_REASONS } from "../../../../exceptions/stored-reasons"
import {
  hasRest,
  type HeldMoney,
  isMoreThan,
  isReleased,
  type Payment,
  refundAddress,
  refundOfHeld,
  refundProof,
  sumOf,
  traitsOf,
} from "../../../../ledger"
import {
  allocate,
  lockDeposit,
  type LockedDeposit,
  releaseCapture,
} from "../deposits/allocations"
import { releaseUncaptured } from "../deposits/captures"
import { insertDeposit } from "../deposits/deposits"
import { readOther, whyNotServing } from "../medusa/serving-order"
import { insertRefund } from "../refunds/insert-refund"
import type { SentRefund } from "../refunds/send-refund"
import { lockSharing, lookUpAgain } from "../refunds/shared-transfer"
import { type DepositRow, type RefundRow, TABLE } from "../tables"
import type { OpenedException } from "./exceptions"
import { stopWaiting } from "./never-answered"
import type {
  LockedException,
  RefundChoice,
  Resolution,
  ResolutionRefusal,
} from "./resolution"

/** The effect of a resolution on the exception's money. */
export type Used = {
  refund: RefundRow | null
  refunds_capture: { payment_id: string; amount: string } | null
  opened: OpenedException[]
  /** Whether a part is left, which the exception still is about. */
  isPart: boolean
}

/** No money is used, and nothing else follows. */
export const NO_EFFECT: Used = {
  refund: null,
  refunds_capture: null,
  opened: [],
  isPart: false,
}

type Choice = Extract<Resolution, { action: "refund" | "close" }>

/** Refunds or keeps the money of an exception, as the merchant chose. */
export async function useHeldMoney(
  trx: Knex,
  choice: Choice,
  locked: LockedException
): Promise<Used | ResolutionRefusal> {
  const { held } = locked
  if (choice.action === "refund") {
    return held
      ? await refundHeld(trx, choice, choice.refund ?? {}, locked, held)
      : { refused: "nothing_held" }
  }
  if (choice.sent) {
    return held
      ? await refundHeld(trx, choice, choice.sent, locked, held)
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
  const deposit = locked.deposit ?? (await report(trx, locked, held.amount))
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

async function refundHeld(
  trx: Knex,
  { by }: Choice,
  refund: RefundChoice &
    Partial<Pick<SentRefund, "tx_hash" | "shared_transfer">> & {
      reason?: string
    },
  locked: LockedException,
  held: HeldMoney
): Promise<Used | ResolutionRefusal> {
  const { exception, payment, now } = locked
  const sum = refundOfHeld(held, refund.amount)
  if ("refused" in sum) {
    return { ...sum, held }
  }
  const { chain, currency } = held
  const { refund_to, tx_hash, reason = null } = refund
  const address = refund_to ? refundAddress(chain, refund_to) : null
  if (refund_to && !address) {
    return { refused: "wrong_address", chain }
  }
  const proof = tx_hash === undefined ? null : refundProof(chain, tx_hash)
  if (tx_hash !== undefined && !proof) {
    return { refused: "wrong_hash", chain }
  }
  const sharing = proof ? await lockSharing(trx, proof, null) : []
  if (sharing[0] && !refund.shared_transfer) {
    return { refused: "hash_used", other: sharing[0] }
  }
  if (held.captured && payment) {
    // Medusa refunds what it captured, which writes the refund due.
    return {
      ...NO_EFFECT,
      refunds_capture: { payment_id: payment.id, amount: sum.amount },
    }
  }
  const deposit = locked.deposit
    ? await releaseUncaptured(trx, locked.deposit)
    : await report(trx, locked, sum.amount)
  if (!deposit) {
    return { refused: "nothing_held" }
  }
  const written = await insertRefund(
    trx,
    { payment, deposit: deposit.deposit },
    {
      ...sum,
      currency,
      chain,
      exception_id: exception.id,
      reason,
      ...(address
        ? { refund_to: address, refund_to_by: by, refund_to_at: now }
        : {}),
    },
    proof ? { tx_hash: proof, sent_by: by, sent_at: now } : undefined
  )
  await lookUpAgain(trx, sharing, now)
  await allocate(trx, deposit, {
    kind: "refund",
    amount: sum.amount,
    refund_id: written.refund.id,
    reason,
    allocated_by: by,
  })
  return {
    ...NO_EFFECT,
    refund: written.refund,
    opened: written.opened,
    isPart: locked.deposit !== null && isMoreThan(held.amount, sum.amount),
  }
}

/**
 * Records money that only the merchant has found, as one deposit of its payment.
 * A later report of the gateway about the same money finds this row.
 */
async function report(
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
