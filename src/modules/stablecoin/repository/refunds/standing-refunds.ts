import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { OTHER_MONEY_KINDS } from "../../../../ledger"
import { refundDueKey } from "../exceptions/exceptions"
import { findStandingMedusaRefunds } from "../medusa/refunds"
import { reschedule } from "../schedules/schedule"
import { type RefundRow, TABLE } from "../tables"

/** Note on a refund that Medusa rolled back. */
export const TAKEN_BACK =
  "This refund was deleted in Medusa, so nothing is due."

/**
 * Lists the refunds of the money recorded as paid, without those that Medusa
 * rolled back. Writes nothing.
 */
export async function listStandingRefunds(
  db: Knex,
  paymentId: string
): Promise<RefundRow[]> {
  const { standing } = await readRefunds(db, paymentId)
  return standing
}

/** Lists the same refunds, and voids those that Medusa rolled back. */
export async function standingRefunds(
  db: Knex,
  paymentId: string
): Promise<RefundRow[]> {
  const { standing, gone } = await readRefunds(db, paymentId)
  if (gone.length) {
    await voidTakenBack(db, gone)
  }
  return standing
}

/** Lists the refunds that resolving an exception has written so far. */
export async function listRefundsOf(
  db: Knex,
  exceptionId: string
): Promise<RefundRow[]> {
  return await db<RefundRow>(TABLE.refund)
    .where({ exception_id: exceptionId })
    .whereNot({ status: "void" })
}

export function amountsOf(refunds: readonly RefundRow[]): string[] {
  return refunds.map(({ amount }) => amount)
}

/**
 * Makes payments due now: settling writes the refund due again that Medusa's
 * refund had taken over.
 */
export async function reconcileAgain(
  db: Knex,
  paymentIds: string[]
): Promise<void> {
  await reschedule(db, paymentIds, new Date())
}

async function readRefunds(
  db: Knex,
  paymentId: string
): Promise<{ standing: RefundRow[]; gone: string[] }> {
  const refunds = await db<RefundRow>(TABLE.refund)
    .where({ payment_id: paymentId })
    .whereNot({ status: "void" })
    .whereNotExists(
      db(TABLE.exception)
        .whereRaw("??.id = ??.exception_id", [TABLE.exception, TABLE.refund])
        .whereIn("kind", [...OTHER_MONEY_KINDS])
    )
  const gone = await findTakenBack(db, refunds)
  const standing = refunds.filter(
    ({ medusa_refund_id }) => !gone.includes(medusa_refund_id ?? "")
  )
  return { standing, gone }
}

/**
 * Finds unsent refunds that Medusa rolled back, which makes them not due.
 * Medusa does so when it can't finish a refund, without calling a provider.
 */
async function findTakenBack(
  db: Knex,
  refunds: RefundRow[]
): Promise<string[]> {
  const unsent = refunds.flatMap(({ status, medusa_refund_id }) =>
    status === "due" && medusa_refund_id ? [medusa_refund_id] : []
  )
  if (!unsent.length) {
    return []
  }
  const alive = await findStandingMedusaRefunds(db, unsent)
  return unsent.filter((id) => !alive.includes(id))
}

async function voidTakenBack(db: Knex, gone: string[]): Promise<void> {
  const voided = await db<RefundRow>(TABLE.refund)
    .whereIn("medusa_refund_id", gone)
    .update({ status: "void" })
    .returning(["id", "payment_id"])
  await reconcileAgain(
    db,
    voided.map(({ payment_id }) => payment_id)
  )
  await db(TABLE.exception)
    .whereIn(
      "key",
      voided.map(({ id }) => refundDueKey(id))
    )
    .where({ status: "open" })
    .update({
      status: "resolved",
      note: TAKEN_BACK,
      resolved_at: new Date(),
    })
}
