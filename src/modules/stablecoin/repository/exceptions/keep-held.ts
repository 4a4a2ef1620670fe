import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { RefusedError } from "../../../../exceptions/refused-error"
import { STORED_REASONS } from "../../../../exceptions/stored-reasons"
import {
  type Coins,
  hasRest,
  isReleased,
  type Part,
  type Payment,
  traitsOf,
  worthOfHeld,
} from "../../../../ledger"
import {
  allocate,
  type LockedDeposit,
  type NewAllocation,
  releaseCapture,
} from "../deposits/allocations"
import { releaseUncaptured } from "../deposits/captures"
import { assertServes, readOther } from "../medusa/serving-order"
import { voidRefund } from "../refunds/write-refund"
import { type ExceptionRow, type RefundRow, TABLE } from "../tables"
import { inCoins } from "./held"
import { stopWaiting } from "./never-answered"
import { recordFound } from "./refund-held"
import type { Closing, LockedException, Resolution } from "./resolution"

/**
 * Closes an exception. Its money is kept, for an order or another reason, unless
 * it stays captured.
 */
export async function keepHeld(
  trx: Knex,
  closing: Closing,
  locked: LockedException
): Promise<void> {
  const { exception, payment, deposit, held, medusa } = locked
  const { about, money, isRetried } = traitsOf(exception)
  if (!held) {
    if (money === "test" && deposit) {
      const { simulated } = STORED_REASONS
      const all = { by: closing.by, kept: simulated }
      await keep(trx, all, deposit, null)
    }
    return
  }
  const isExcess = money === "excess"
  const staysCaptured =
    held.captured && (isExcess || medusa?.order?.canceled === false)
  if (closing.order_id === undefined && closing.kept === undefined) {
    if (deposit && !staysCaptured) {
      throw new RefusedError("whereabouts_required", { held: inCoins(held) })
    }
    await stopWaiting(trx, locked)
    return
  }
  // Settling retries it, or the gateway may still confirm it.
  const isCaptured =
    !(deposit && isReleased(deposit.balance)) &&
    (isRetried === true || about === "report" || money === "unconfirmed")
  const { amount } = held
  const part = {
    amount,
    cart_amount: payment
      ? worthOfHeld(
          exception,
          held,
          amount,
          payment,
          medusa,
          deposit?.allocations
        )
      : amount,
  }
  await serve(trx, closing, payment, { ...held, ...part }, isCaptured)
  if (!staysCaptured || isExcess) {
    const own = deposit ?? (await recordFound(trx, locked, amount))
    if (own) {
      await keep(trx, closing, own, payment?.quote_id ? part : { amount })
    }
  }
}

/** @param part null for all that is left of the deposit */
async function keep(
  trx: Knex,
  { order_id, kept, by }: Pick<Closing, "order_id" | "kept" | "by">,
  locked: LockedDeposit,
  part: Pick<NewAllocation, "amount" | "cart_amount"> | null
): Promise<void> {
  // Without a rest, what was captured is kept: without an order, or too much.
  const deposit = hasRest(locked.balance)
    ? await releaseUncaptured(trx, locked)
    : await releaseCapture(trx, locked, part?.amount ?? locked.balance.capture)
  await allocate(trx, deposit, {
    kind: "kept",
    amount: deposit.balance.unallocated,
    ...part,
    order_id: order_id ?? null,
    reason: kept ?? null,
    allocated_by: by,
  })
}

/**
 * Checks that an order can have the goods that money is for. The buyer's page
 * then shows it, unless it is of another customer, whose name and address it
 * has: the money is only kept for that one.
 */
async function serve(
  trx: Knex,
  { order_id, other_customer }: Closing,
  payment: Payment | null,
  held: Part & Pick<Coins, "currency">,
  is_captured: boolean
): Promise<void> {
  if (order_id === undefined) {
    return
  }
  await assertServes(trx, order_id, payment, held, {
    other_customer,
    is_captured,
  })
  if (
    payment &&
    !payment.order_id &&
    !(await readOther(trx, order_id, payment))
  ) {
    await trx(TABLE.payment).where({ id: payment.id }).update({ order_id })
  }
}

/** Finds the unsent refund that an exception stands for, and locks it. */
export async function findDueRefund(
  trx: Knex,
  { kind, details }: ExceptionRow
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
  { payment, deposit }: LockedException,
  { id, allocated, cart_amount, currency, medusa_refund_id }: RefundRow
): Promise<void> {
  if (
    resolution.action !== "close" ||
    (resolution.order_id ?? resolution.kept) === undefined ||
    !deposit ||
    medusa_refund_id
  ) {
    throw new RefusedError("refund_is_due", { refund: id })
  }
  const part = { amount: allocated, cart_amount }
  await serve(trx, resolution, payment, { ...part, currency }, false)
  const freed = await voidRefund(trx, deposit, id)
  await keep(
    trx,
    resolution,
    freed,
    payment?.quote_id ? part : { amount: allocated }
  )
}
