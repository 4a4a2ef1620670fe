import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import {
  type HeldMoney,
  isMoreThan,
  refundAddress,
  refundOfHeld,
  refundProof,
  sumOf,
} from "../../../../ledger"
import { lockDeposit, type LockedDeposit } from "../deposits/allocations"
import { releaseUncaptured } from "../deposits/captures"
import { insertDeposit } from "../deposits/deposits"
import { writeRefund } from "../refunds/insert-refund"
import type { SentRefund } from "../refunds/send-refund"
import { lockSharing, lookUpAgain } from "../refunds/shared-transfer"
import { type DepositRow, TABLE } from "../tables"
import {
  type LockedException,
  NO_EFFECT,
  type RefundChoice,
  type ResolutionRefusal,
  type Used,
} from "./resolution"

/** Sends held money back, in whole or in part. It may have been sent already. */
export async function refundHeld(
  trx: Knex,
  by: string,
  refund: RefundChoice &
    Partial<Pick<SentRefund, "tx_hash" | "shared_transfer">> & {
      reason?: string
    },
  locked: LockedException,
  held: HeldMoney
): Promise<Used | ResolutionRefusal> {
  const { exception, payment, now } = locked
  const sum = refundOfHeld(held, refund.amount)
  if ("refused" in sum) {
    return { ...sum, held }
  }
  const { chain } = held
  const { refund_to, tx_hash, reason = null } = refund
  const address = refund_to ? refundAddress(chain, refund_to) : null
  if (refund_to && !address) {
    return { refused: "wrong_address", chain }
  }
  const proof = tx_hash === undefined ? null : refundProof(chain, tx_hash)
  if (tx_hash !== undefined && !proof) {
    return { refused: "wrong_hash", chain }
  }
  const sharing = proof ? await lockSharing(trx, proof, null) : []
  if (sharing[0] && !refund.shared_transfer) {
    return { refused: "hash_used", other: sharing[0] }
  }
  if (held.captured && payment) {
    // Medusa refunds what it captured, which writes the refund due.
    return {
      ...NO_EFFECT,
      refunds_capture: { payment_id: payment.id, amount: sum.amount },
    }
  }
  const deposit = locked.deposit
    ? await releaseUncaptured(trx, locked.deposit)
    : await recordFound(trx, locked, sum.amount)
  if (!deposit) {
    return { refused: "nothing_held" }
  }
  const written = await writeRefund(
    trx,
    payment,
    deposit,
    {
      ...sum,
      exception_id: exception.id,
      reason,
      ...(address
        ? { refund_to: address, refund_to_by: by, refund_to_at: now }
        : {}),
    },
    {
      by,
      proof: proof ? { tx_hash: proof, sent_by: by, sent_at: now } : undefined,
    }
  )
  await lookUpAgain(trx, sharing, now)
  return {
    ...NO_EFFECT,
    refund: written.refund,
    opened: written.opened,
    isPart: locked.deposit !== null && isMoreThan(held.amount, sum.amount),
  }
}

/**
 * Records money that only the merchant has found, as one deposit of its payment.
 * A later report of the gateway about the same money finds this row.
 */
export async function recordFound(
  trx: Knex,
  { exception, payment, now }: LockedException,
  amount: string
): Promise<LockedDeposit | null> {
  if (!payment) {
    return null
  }
  const { rail, mode, currency, chain, gateway_id } = payment
  const found = { payment_id: payment.id, currency, chain, tx_hash: null }
  const known = await trx<DepositRow>(TABLE.deposit)
    .where({ ...found, confirmed_at: null, seen_at: null, deleted_at: null })
    .first()
  if (known) {
    await trx(TABLE.deposit)
      .where({ id: known.id })
      .update({
        amount: sumOf([known.amount, amount]),
        arrived_at: now,
        updated_at: now,
      })
  }
  const deposit_id =
    known?.id ??
    (await insertDeposit(trx, {
      ...found,
      rail,
      mode,
      amount,
      gateway_reference: gateway_id?.toLowerCase() ?? null,
      arrived_at: now,
      matched_at: now,
    }))
  await trx(TABLE.exception).where({ id: exception.id }).update({ deposit_id })
  return deposit_id ? await lockDeposit(trx, deposit_id) : null
}
