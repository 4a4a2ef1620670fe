import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { Payment } from "../../../../ledger"
import { dueAt } from "../schedules/schedule"
import { type PaymentRow, TABLE } from "../tables"

/** Payments of a chain whose transfer is due to be read, the oldest first. */
export async function listToProve(
  db: Knex,
  chain: string,
  limit: number
): Promise<Payment[]> {
  return await db<PaymentRow>(TABLE.payment)
    .where({ chain, deleted_at: null })
    .where("prove_at", "<=", db.fn.now())
    .orderBy("prove_at")
    .limit(limit)
}

/** Schedules the next read of a transfer whose answer has not changed. */
export async function proveAgain(
  db: Knex,
  id: string,
  at: Date | null
): Promise<void> {
  await db(TABLE.payment)
    .where({ id })
    .whereNotNull("prove_at")
    .update({ prove_at: dueAt(db, at) })
}
