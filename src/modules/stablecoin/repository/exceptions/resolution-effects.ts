import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { isOpenUntilReturned } from "../../../../ledger"
import { type Applied, applyFact } from "../payments/payments"
import type { WrittenRefund } from "../refunds/insert-refund"
import {
  readUnassigned,
  refundUnassignedMoney,
} from "../refunds/refund-unassigned-money"
import { reschedule } from "../schedules/schedule"
import type {
  LockedException,
  Resolution,
  ResolutionContext,
  ResolutionRefusal,
} from "./resolution"
import { retryRefusal } from "./resolution-refusals"

/**
 * Writes the refund of a resolution. Returns null if it writes none, or the
 * reason for a refusal.
 */
export async function refundOf(
  trx: Knex,
  resolution: Resolution,
  context: ResolutionContext,
  { exception, payment, now }: LockedException
): Promise<WrittenRefund | null | ResolutionRefusal> {
  const { action, by } = resolution
  const locked = { exception, payment, by, now }
  switch (action) {
    case "retry":
      return await retryRefusal(trx, exception, payment)
    case "refund":
      return await refundUnassignedMoney(trx, resolution.refund ?? {}, locked)
    case "close": {
      if (resolution.sent) {
        return await refundUnassignedMoney(trx, resolution.sent, locked)
      }
      const held = isOpenUntilReturned(exception.kind, context.medusa)
        ? await readUnassigned(trx, exception, payment)
        : null
      return held ? { refused: "order_missing", held } : null
    }
  }
}

/**
 * Makes the payment due for settling at once, and applies the gateway's state
 * to it.
 */
export async function retryPayment(
  trx: Knex,
  { fact }: ResolutionContext,
  { payment, now }: LockedException
): Promise<Applied | null> {
  if (!payment) {
    return null
  }
  await reschedule(trx, [payment.id], now)
  return fact ? await applyFact(trx, payment.id, fact, "admin", now) : null
}
