import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import {
  type Coins,
  fromMinorUnits,
  OTHER_MONEY_KINDS,
  type Payment,
  refundOwed,
  remainderOwed,
  takenOver,
  toMinorUnits,
} from "../../../ledger"
import { refundDueKey } from "./exceptions"
import { insertRefund, type WrittenRefund } from "./insert-refund"
import { type PaymentRow, type RefundRow, TABLE } from "./tables"
import { type WithheldRefund, withholdRefund } from "./withhold-refund"

export type RefundRequest = {
  payment_id: string
  /** Medusa's refund: the idempotency key. */
  medusa_refund_id: string
  /** Exact decimal in the cart's currency. */
  cart_amount: string
}

/** The refund due, new or known, or why there is none. */
export type RefundOutcome =
  | WrittenRefund
  | WithheldRefund
  | { refused: "not_paid" | "exceeds_paid" | "unknown_payment" }

/**
 * Writes what is owed to the buyer, once per Medusa refund and never more than
 * was paid, together with the exception that calls the merchant. Where settling
 * has written the same money before, Medusa's refund takes that over. Money that
 * the merchant said was dealt with opens an exception instead.
 */
export async function recordRefund(
  db: Knex,
  { payment_id, medusa_refund_id, cart_amount }: RefundRequest
): Promise<RefundOutcome> {
  return await withPaid(db, payment_id, async (trx, payment, earlier) => {
    const known = earlier.find(
      (refund) => refund.medusa_refund_id === medusa_refund_id
    )
    if (known) {
      return { refund: known, payment, fresh: false, opened: [] }
    }
    const due = amountsOf(earlier)
    const withheld = remainderOwed(payment, due)
      ? await withholdRefund(trx, payment, {
          payment_id,
          medusa_refund_id,
          cart_amount,
        })
      : null
    if (withheld) {
      return withheld
    }
    const amount = refundOwed(payment, cart_amount, due)
    if (amount) {
      return await insertRefund(trx, payment, {
        medusa_refund_id,
        cart_amount,
        ...coinsOf(payment, amount),
      })
    }
    const written = takenOver(payment, cart_amount, earlier)
    if (!written) {
      return { refused: "exceeds_paid" }
    }
    const [refund = written] = await trx(TABLE.refund)
      .where({ id: written.id })
      .update({ medusa_refund_id, cart_amount, updated_at: trx.fn.now() })
      .returning<RefundRow[]>("*")
    return { refund, payment, fresh: false, opened: [] }
  })
}

/** Writes what is left of a paid payment as a refund due: all of it goes back. */
export async function oweRemainder(
  db: Knex,
  paymentId: string,
  reason: string
): Promise<RefundOutcome> {
  return await withPaid(db, paymentId, async (trx, payment, earlier) => {
    const amount = remainderOwed(payment, amountsOf(earlier))
    return amount
      ? await insertRefund(trx, payment, {
          ...coinsOf(payment, amount),
          reason,
        })
      : { refused: "exceeds_paid" }
  })
}

/** Sum of a payment's refunds, sent or not, in its stablecoin. Other money that came for it is not in it. */
export async function refundsDue(db: Knex, paymentId: string): Promise<string> {
  const amounts = amountsOf(await standingRefunds(db, paymentId))
  return fromMinorUnits(
    amounts.reduce((sum, amount) => sum + toMinorUnits(amount), 0n)
  )
}

async function withPaid(
  db: Knex,
  paymentId: string,
  run: (
    trx: Knex,
    payment: Payment,
    earlier: RefundRow[]
  ) => Promise<RefundOutcome>
): Promise<RefundOutcome> {
  return await db.transaction(async (trx) => {
    // The payment's lock makes the sum one that nobody else adds to.
    const payment = await trx<PaymentRow>(TABLE.payment)
      .where({ id: paymentId })
      .forUpdate()
      .first()
    if (!payment) {
      return { refused: "unknown_payment" }
    }
    return payment.status === "paid"
      ? await run(trx, payment, await standingRefunds(trx, paymentId))
      : { refused: "not_paid" }
  })
}

/** The refunds of what a payment's row calls paid, without those that Medusa took back. */
export async function standingRefunds(
  db: Knex,
  paymentId: string
): Promise<RefundRow[]> {
  const refunds = await db<RefundRow>(TABLE.refund)
    .where({ payment_id: paymentId })
    .whereNot({ status: "void" })
    .whereNotExists(
      db(TABLE.exception)
        .whereRaw("??.id = ??.exception_id", [TABLE.exception, TABLE.refund])
        .whereIn("kind", [...OTHER_MONEY_KINDS])
    )
  return await withoutTakenBack(db, refunds)
}

/**
 * Medusa takes its refund back when it can't finish it, and tells nobody: what
 * it took back and nobody has sent yet is no longer owed.
 */
async function withoutTakenBack(
  db: Knex,
  refunds: RefundRow[]
): Promise<RefundRow[]> {
  const unsent = refunds.flatMap(({ status, medusa_refund_id }) =>
    status === "due" && medusa_refund_id ? [medusa_refund_id] : []
  )
  if (!unsent.length) {
    return refunds
  }
  const alive = await db("refund")
    .whereIn("id", unsent)
    .whereNull("deleted_at")
    .pluck<string[]>("id")
  const gone = unsent.filter((id) => !alive.includes(id))
  const voided = await db<RefundRow>(TABLE.refund)
    .whereIn("medusa_refund_id", gone)
    .update({ status: "void" })
    .returning(["id", "payment_id"])
  // What settling owed before Medusa took it over is owed by settling again.
  await db(TABLE.payment)
    .whereIn(
      "id",
      voided.map(({ payment_id }) => payment_id)
    )
    .update({ next_look_at: new Date(), looks: 0 })
  await db(TABLE.exception)
    .whereIn(
      "key",
      voided.map(({ id }) => refundDueKey(id))
    )
    .where({ status: "open" })
    .update({
      status: "resolved",
      note: "Medusa took this refund back: nothing is owed for it.",
      resolved_at: new Date(),
    })
  return refunds.filter(
    ({ medusa_refund_id }) => !gone.includes(medusa_refund_id ?? "")
  )
}

function coinsOf({ currency, chain }: Payment, amount: string): Coins {
  return { amount, currency, chain }
}

export function amountsOf(refunds: RefundRow[]): string[] {
  return refunds.map(({ amount }) => amount)
}
