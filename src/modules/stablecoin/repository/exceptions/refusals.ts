import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { isMoreThan } from "../../../../ledger"
import type { LockedDeposit } from "../deposits/allocations"
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

/** Whether a part of a deposit is sent back or kept: nothing captures the rest. */
export function isUsed(known: LockedDeposit | null): boolean {
  return (
    known !== null &&
    (isMoreThan(known.balance.refund, "0") ||
      isMoreThan(known.balance.kept, "0"))
  )
}
