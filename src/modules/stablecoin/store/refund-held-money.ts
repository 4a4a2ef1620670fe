import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import {
  heldMoney,
  type HeldMoney,
  isAllRequired,
  lacksOrder,
  type Payment,
  refundAddress,
  refundOfHeld,
  refundProof,
} from "../../../ledger"
import { readBooks } from "./books"
import { insertRefund, type WrittenRefund } from "./insert-refund"
import { amountsOf, standingRefunds } from "./refunds"
import { type ExceptionRow, TABLE } from "./tables"

/** A refund of what the merchant holds because of an exception. */
export type HeldRefund = {
  /** Decimal with at most two digits, in the coin that is held; absent: all of it. Required where the gateway confirmed no money. */
  amount?: string
  reason?: string
  refund_to?: string
  /** What proves that it was sent already; absent: it is due. */
  tx_hash?: string
}

export type HeldRefundRefusal =
  | { refused: "nothing_held" }
  | {
      refused: "exceeds_held" | "amount_required" | "all_required"
      held: HeldMoney
    }
  | { refused: "wrong_address" | "wrong_hash"; chain: string | null }

/**
 * What the merchant holds because of an exception, less the refunds so far.
 * The caller holds the payment's lock.
 */
export async function readHeld(
  trx: Knex,
  exception: ExceptionRow,
  payment: Payment | null
): Promise<HeldMoney | null> {
  const refunded = payment ? await standingRefunds(trx, payment.id) : []
  return heldMoney(exception, payment, amountsOf(refunded))
}

/** Money that resolving an exception sends back, and whether a part of it is refused. */
export type RefundableMoney = HeldMoney & { all_required: boolean }

/** What resolving an open exception may send back now; null: nothing. */
export async function readRefundable(
  db: Knex,
  exceptionId: string
): Promise<RefundableMoney | null> {
  const exception = await db<ExceptionRow>(TABLE.exception)
    .where({ id: exceptionId, status: "open", deleted_at: null })
    .first()
  const state =
    exception?.payment_id && (await readBooks(db, exception.payment_id))
  if (!exception || !state) {
    return null
  }
  const held = await readHeld(db, exception, state.payment)
  const all_required = isAllRequired(exception.kind, lacksOrder(state.medusa))
  return held && { ...held, all_required }
}

/** Writes a refund of what is held because of an exception, due or sent already, never of more than that. */
export async function refundHeldMoney(
  trx: Knex,
  refund: HeldRefund,
  {
    exception,
    payment,
    by,
    now,
    allRequired,
  }: {
    exception: ExceptionRow
    payment: Payment | null
    by: string
    now: Date
    /** Whether a part is refused. */
    allRequired: boolean
  }
): Promise<WrittenRefund | HeldRefundRefusal> {
  const held = await readHeld(trx, exception, payment)
  if (!payment || !held) {
    return { refused: "nothing_held" }
  }
  const owed = refundOfHeld(held, refund.amount, allRequired)
  if ("refused" in owed) {
    return { ...owed, held }
  }
  const { currency, chain, confirmed } = held
  const { refund_to, tx_hash, reason = null } = refund
  const address = refund_to ? refundAddress(chain, refund_to) : null
  if (refund_to && !address) {
    return { refused: "wrong_address", chain }
  }
  const proof = tx_hash === undefined ? null : refundProof(chain, tx_hash)
  if (tx_hash !== undefined && !proof) {
    return { refused: "wrong_hash", chain }
  }
  return await insertRefund(
    trx,
    payment,
    {
      currency,
      chain,
      ...owed,
      ...(confirmed
        ? { exception_id: exception.id, reason }
        : // The payment's own refund: whenever the gateway confirms the money, it counts as sent back already.
          { reason: reason ?? `resolution of exception ${exception.id}` }),
      ...(address
        ? { refund_to: address, refund_to_by: by, refund_to_at: now }
        : {}),
    },
    proof ? { tx_hash: proof, sent_by: by, sent_at: now } : undefined
  )
}
