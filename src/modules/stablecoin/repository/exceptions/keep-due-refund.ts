import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { allocate, withBalance } from "../deposits/allocations"
import { whyNotServing } from "../medusa/serving-order"
import { type RefundRow, TABLE } from "../tables"
import {
  type LockedException,
  NO_EFFECT,
  type Resolution,
  type ResolutionRefusal,
  type Used,
} from "./resolution"
import { recordOrder } from "./use-held-money"

/** Finds the unsent refund that an exception stands for, and locks it. */
export async function findDueRefund(
  trx: Knex,
  { exception: { kind, details } }: LockedException
): Promise<RefundRow | undefined> {
  const id = details?.refund_id
  return kind === "refund_due" && id
    ? await trx<RefundRow>(TABLE.refund)
        .where({ id, status: "due" })
        .forUpdate()
        .first()
    : undefined
}

/**
 * Keeps money that is due to the buyer, who agreed to goods or a credit instead.
 * Its refund is void. A refund of Medusa is sent, because Medusa counts it.
 */
export async function keepDueRefund(
  trx: Knex,
  resolution: Resolution,
  { payment, deposit, now }: LockedException,
  { id, amount, medusa_refund_id }: RefundRow
): Promise<Used | ResolutionRefusal> {
  const { order_id, other_customer, kept } =
    resolution.action === "close"
      ? resolution
      : ({} as Partial<Extract<Resolution, { action: "close" }>>)
  if (!deposit || medusa_refund_id || (order_id ?? kept) === undefined) {
    return { refused: "refund_is_due", refund_id: id }
  }
  if (order_id) {
    const held = { amount, currency: deposit.deposit.currency }
    const why = await whyNotServing(trx, order_id, payment, held, {
      other_customer,
    })
    if (why) {
      return { refused: "wrong_order", order_id, held, ...why }
    }
    await recordOrder(trx, payment, order_id)
  }
  await trx(TABLE.refund)
    .where({ id })
    .update({ status: "void", updated_at: now })
  await trx(TABLE.allocation).where({ refund_id: id }).delete()
  await allocate(trx, await withBalance(trx, deposit.deposit), {
    kind: "kept",
    amount,
    order_id: order_id ?? null,
    reason: kept ?? null,
    allocated_by: resolution.by,
  })
  return NO_EFFECT
}
