import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { type ExceptionRow, type RefundRow, TABLE } from "../tables"

/** Finds the unsent refund that an exception stands for. */
export async function findDueRefund(
  trx: Knex,
  { kind, details }: ExceptionRow
): Promise<RefundRow | undefined> {
  const id = details?.refund_id
  return kind === "refund_due" && id
    ? await trx<RefundRow>(TABLE.refund).where({ id, status: "due" }).first()
    : undefined
}
