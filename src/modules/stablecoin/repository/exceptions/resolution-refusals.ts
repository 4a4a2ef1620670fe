import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import {
  isAboutTaken,
  type Payment,
  resolvedBefore,
  retryOf,
} from "../../../../ledger"
import { type ExceptionRow, type RefundRow, TABLE } from "../tables"
import { listResolutions } from "./exceptions"
import type { Resolution, ResolutionRefusal } from "./resolution"

/**
 * Returns the size of a group that has grown since the merchant read it, or
 * null.
 */
export function grownGroup(
  resolution: Resolution,
  { details }: ExceptionRow
): number | null {
  const size = Number(details?.count ?? 0)
  const isGrown =
    resolution.action === "close" &&
    resolution.count !== undefined &&
    size > resolution.count
  return isGrown ? size : null
}

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

/**
 * Returns why an exception can't be retried, or null. Its kind may not allow a
 * retry, or the buyer may already have the money back.
 */
export async function retryRefusal(
  trx: Knex,
  { kind }: ExceptionRow,
  payment: Payment | null
): Promise<ResolutionRefusal | null> {
  if (!payment || !retryOf(kind, payment)) {
    return { refused: "not_retriable" }
  }
  // Such a retry captures nothing.
  if (!isAboutTaken(kind)) {
    return null
  }
  const before = resolvedBefore(await listResolutions(trx, payment.id))
  return before ? { refused: "resolved_before", note: before.note } : null
}
