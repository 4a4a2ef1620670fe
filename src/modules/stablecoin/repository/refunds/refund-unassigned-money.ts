import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import {
  unassignedMoney,
  type UnassignedMoney,
  isAboutOtherMoney,
  type Payment,
  refundAddress,
  refundOfUnassigned,
  refundProof,
} from "../../../../ledger"
import { insertRefund, type WrittenRefund } from "./insert-refund"
import {
  amountsOf,
  listRefundsOf,
  listStandingRefunds,
  standingRefunds,
} from "./standing-refunds"
import {
  type ExceptionRow,
  type PaymentRow,
  type RefundRow,
  TABLE,
} from "../tables"

/** A refund of an exception's unassigned money. */
export type UnassignedRefund = {
  /**
   * Decimal with at most two digits, in the unassigned money's coin; absent:
   * all of it. Required where the gateway confirmed no money.
   */
  amount?: string
  reason?: string
  refund_to?: string
  /** Proof that it was already sent; absent: it is due. */
  tx_hash?: string
}

export type UnassignedRefundRefusal =
  | { refused: "nothing_held" }
  | {
      refused: "exceeds_held" | "amount_required"
      held: UnassignedMoney
    }
  | { refused: "wrong_address" | "wrong_hash"; chain: string | null }

/**
 * Reads an exception's unassigned money, less the refunds so far. The caller
 * must have locked the payment.
 */
export async function readUnassigned(
  trx: Knex,
  exception: ExceptionRow,
  payment: Payment | null
): Promise<UnassignedMoney | null> {
  const refunds = payment ? await standingRefunds(trx, payment.id) : []
  return await unassignedMoneyOf(trx, exception, payment, refunds)
}

/**
 * Reads the coins that resolving an open exception may send back now; null for
 * none. Writes nothing.
 */
export async function readRefundable(
  db: Knex,
  exceptionId: string
): Promise<UnassignedMoney | null> {
  const exception = await db<ExceptionRow>(TABLE.exception)
    .where({ id: exceptionId, status: "open" })
    .whereNull("deleted_at")
    .first()
  const payment =
    exception?.payment_id &&
    (await db<PaymentRow>(TABLE.payment)
      .where({ id: exception.payment_id })
      .first())
  return exception && payment
    ? await unassignedMoneyOf(
        db,
        exception,
        payment,
        await listStandingRefunds(db, payment.id)
      )
    : null
}

async function unassignedMoneyOf(
  db: Knex,
  exception: ExceptionRow,
  payment: Payment | null,
  refunds: readonly RefundRow[]
): Promise<UnassignedMoney | null> {
  const resolving = await listRefundsOf(db, exception.id)
  return unassignedMoney(
    exception,
    payment,
    amountsOf(refunds),
    amountsOf(resolving)
  )
}

/**
 * Writes a refund of an exception's unassigned money, due or already sent, and
 * never more than that.
 */
export async function refundUnassignedMoney(
  trx: Knex,
  refund: UnassignedRefund,
  {
    exception,
    payment,
    by,
    now,
  }: {
    exception: ExceptionRow
    payment: Payment | null
    by: string
    now: Date
  }
): Promise<WrittenRefund | UnassignedRefundRefusal> {
  const held = await readUnassigned(trx, exception, payment)
  if (!payment || !held) {
    return { refused: "nothing_held" }
  }
  const sum = refundOfUnassigned(held, refund.amount)
  if ("refused" in sum) {
    return { ...sum, held }
  }
  const { currency, chain, confirmed } = held
  const isOwn = !confirmed && !isAboutOtherMoney(exception)
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
      ...sum,
      ...(isOwn
        ? // The payment's own refund: counts even if the money is confirmed later.
          { reason: reason ?? `resolution of exception ${exception.id}` }
        : { exception_id: exception.id, reason }),
      ...(address
        ? { refund_to: address, refund_to_by: by, refund_to_at: now }
        : {}),
    },
    proof ? { tx_hash: proof, sent_by: by, sent_at: now } : undefined
  )
}
