import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import {
  heldMoney,
  type HeldMoney,
  type Payment,
  refundAddress,
  refundOfHeld,
} from "../../../ledger"
import type { OpenedException } from "./exceptions"
import { amountsOf, insertRefund, standingRefunds } from "./refunds"
import {
  type ExceptionRow,
  type PaymentRow,
  type RefundRow,
  TABLE,
} from "./tables"

export type Resolution = {
  exception_id: string
  note: string
  /** Who answers, as Medusa names its actors. */
  by: string
  /** Sends back what the merchant holds because of it: all, or `amount` of it, which must be given where the gateway confirmed no money. */
  refund?: {
    /** Decimal with at most two digits, in the coin that is held. */
    amount?: string
    reason?: string
    refund_to?: string
  }
}

export type ResolvedException =
  | {
      exception_id: string
      refund: RefundRow | null
      payment: Payment | null
      opened: OpenedException[]
    }
  | { refused: "unknown_exception" | "already_resolved" | "nothing_held" }
  | { refused: "refund_is_due"; refund_id: string }
  | { refused: "exceeds_held" | "amount_required"; held: HeldMoney }
  | { refused: "wrong_address"; chain: string | null }

/**
 * Writes a person's answer to an exception, once, and in the same transaction
 * the refund due that it may open, never of more than is held because of it.
 */
export async function resolveException(
  db: Knex,
  resolution: Resolution,
  now: Date
): Promise<ResolvedException> {
  const { exception_id, note, by } = resolution
  return await db.transaction(async (trx) => {
    const asked = await trx<ExceptionRow>(TABLE.exception)
      .where({ id: exception_id })
      .first("payment_id")
    if (!asked) {
      return { refused: "unknown_exception" }
    }
    // The payment first, as everywhere: its lock makes the refunds' sum one that nobody else adds to.
    const payment = await lockPayment(trx, asked.payment_id)
    const exception = await trx<ExceptionRow>(TABLE.exception)
      .where({ id: exception_id })
      .forUpdate()
      .first()
    if (!exception || exception.status === "resolved") {
      return { refused: "already_resolved" }
    }
    const refund_id = exception.details?.refund_id
    if (exception.kind === "refund_due" && refund_id) {
      const { status } = (await findRefund(trx, refund_id)) ?? {}
      if (status === "due") {
        return { refused: "refund_is_due", refund_id }
      }
    }
    const refunded = resolution.refund
      ? await oweHeldMoney(trx, { exception, payment, resolution, now })
      : { refund: null, payment, opened: [] }
    if ("refused" in refunded) {
      return refunded
    }
    await trx<ExceptionRow>(TABLE.exception)
      .where({ id: exception_id })
      .update({
        status: "resolved",
        note,
        resolved_by: by,
        resolved_at: now,
        updated_at: now,
      })
    return { ...refunded, exception_id }
  })
}

async function oweHeldMoney(
  trx: Knex,
  {
    exception,
    payment,
    resolution: { by, refund: { amount, reason, refund_to } = {} },
    now,
  }: {
    exception: ExceptionRow
    payment: Payment | null
    resolution: Resolution
    now: Date
  }
) {
  const refunded = payment ? await standingRefunds(trx, payment.id) : []
  const held = heldMoney(exception, payment, amountsOf(refunded))
  if (!payment || !held) {
    return { refused: "nothing_held" } as const
  }
  const owed = refundOfHeld(held, amount)
  if ("refused" in owed) {
    return { ...owed, held }
  }
  const { currency, chain, confirmed } = held
  const address = refund_to ? refundAddress(chain, refund_to) : null
  if (refund_to && !address) {
    return { refused: "wrong_address", chain } as const
  }
  return await insertRefund(trx, payment, {
    currency,
    chain,
    ...owed,
    ...(confirmed
      ? { exception_id: exception.id, reason: reason ?? null }
      : // The payment's own refund: whenever the gateway confirms the money, it counts as sent back already.
        { reason: reason ?? `answer to exception ${exception.id}` }),
    ...(address
      ? { refund_to: address, refund_to_by: by, refund_to_at: now }
      : {}),
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

async function findRefund(
  trx: Knex,
  id: string
): Promise<RefundRow | undefined> {
  return await trx<RefundRow>(TABLE.refund).where({ id }).first()
}
