import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { STORED_REASONS } from "../../../../exceptions/stored-reasons"
import {
  isCorrectable,
  refundAddress,
  refundDoubtKeys,
  refundProof,
} from "../../../../ledger"
import { resolveByKeys } from "../exceptions/automatic-resolutions"
import { refundDueKey } from "../exceptions/exceptions"
import { voidRolledBack } from "./rolled-back"
import {
  lockSharing,
  lookUpAgain,
  type TransferUsed,
  unproven,
} from "./shared-transfer"
import { type PaymentRow, type RefundRow, TABLE } from "../tables"

export type RefundDestination = {
  refund_id: string
  refund_to: string
  /** Medusa's id of the actor who entered it. */
  by: string
}

export type SentRefund = {
  refund_id: string
  /** Where it was sent, if that is not stored yet or was different. */
  refund_to?: string
  /** Proof of the transfer: a transaction hash where the chain is known. */
  tx_hash: string
  /** Whether the transfer may have paid other refunds too. */
  shared_transfer?: boolean
  by: string
}

/** The refund as it is now, or why nothing was changed. */
export type RefundChange =
  | { refund: RefundRow }
  | { refused: "unknown_refund" | "already_sent" | "void" }
  | TransferUsed
  | { refused: "wrong_address" | "wrong_hash"; chain: string | null }

/** Stores where a refund due is to be sent. */
export async function setRefundTo(
  db: Knex,
  { refund_id, refund_to, by }: RefundDestination,
  now = new Date()
): Promise<RefundChange> {
  return await withRefund(db, refund_id, isDue, async (trx, refund) => {
    const address = refundAddress(refund.chain, refund_to)
    if (!address) {
      return { refused: "wrong_address", chain: refund.chain }
    }
    // Voids refunds that Medusa rolled back, so that the merchant doesn't
    // send them.
    await voidRolledBack(trx, refund.deposit_id)
    const changed = await update(trx, refund_id, {
      ...destination(address, by, now),
      updated_at: now,
    })
    return changed ? { refund: changed } : { refused: "void" }
  })
}

/**
 * Marks a refund due as sent, with its proof, and resolves its exception. A
 * sent refund gets another proof if its chain does not show the first one. Two
 * whose proofs were mixed up exchange them.
 */
export async function markRefundSent(
  db: Knex,
  { refund_id, refund_to, tx_hash, shared_transfer, by }: SentRefund,
  now = new Date()
): Promise<RefundChange> {
  return await withRefund(db, refund_id, isSendable, async (trx, refund) => {
    const { chain } = refund
    const address = refund_to ? refundAddress(chain, refund_to) : null
    if (refund_to && !address) {
      return { refused: "wrong_address", chain }
    }
    const proof = refundProof(chain, tx_hash)
    if (!proof) {
      return { refused: "wrong_hash", chain }
    }
    const sharing = await lockSharing(trx, proof, refund)
    // Entered again, it stays the transfer of all that have it.
    const other = sharing.find((each) => each.tx_hash !== refund.tx_hash)
    if (other && !shared_transfer) {
      if (sharing.length > 1 || !isMixedUp(refund, other)) {
        return { refused: "hash_used", other }
      }
      await update(trx, other.id, { tx_hash: refund.tx_hash })
    }
    const note = STORED_REASONS.sent
    const sent = await update(trx, refund_id, {
      ...(address ? destination(address, by, now) : {}),
      status: "sent",
      tx_hash: proof,
      // Kept by a correction: the time tells what an exception recorded.
      sent_by: refund.sent_by ?? by,
      sent_at: refund.sent_at ?? now,
      ...unproven(trx, { chain, refund_to: address ?? refund.refund_to }),
      updated_at: now,
    })
    await resolveByKeys(trx, [refundDueKey(refund_id)], { note, by }, now)
    // Without a user, so that the same transfer opens it again.
    await resolveByKeys(trx, refundDoubtKeys(refund), { note }, now)
    await lookUpAgain(trx, sharing, now)
    return sent ? { refund: sent } : { refused: "already_sent" }
  })
}

/** Whether the chain shows the transfers of neither. */
function isMixedUp(refund: RefundRow, other: RefundRow): boolean {
  return isCorrectable(refund) && isCorrectable(other)
}

function isDue({ status }: RefundRow): boolean {
  return status === "due"
}

function isSendable(refund: RefundRow): boolean {
  return isDue(refund) || isCorrectable(refund)
}

function destination(refund_to: string, by: string, now: Date) {
  return { refund_to, refund_to_by: by, refund_to_at: now }
}

/**
 * Runs with a refund that takes the change, under the locks of its payment and
 * its own. All code takes them in this order.
 */
async function withRefund(
  db: Knex,
  id: string,
  takesChange: (refund: RefundRow) => boolean,
  run: (trx: Knex, refund: RefundRow) => Promise<RefundChange>
): Promise<RefundChange> {
  return await db.transaction(async (trx) => {
    const known = await trx<RefundRow>(TABLE.refund).where({ id }).first()
    if (!known) {
      return { refused: "unknown_refund" }
    }
    await trx<PaymentRow>(TABLE.payment)
      .where({ id: known.payment_id })
      .forUpdate()
      .first("id")
    const refund = await trx<RefundRow>(TABLE.refund)
      .where({ id })
      .forUpdate()
      .first()
    if (refund && takesChange(refund)) {
      return await run(trx, refund)
    }
    return { refused: refund?.status === "sent" ? "already_sent" : "void" }
  })
}

async function update(
  trx: Knex,
  id: string,
  values: Record<string, unknown>
): Promise<RefundRow | undefined> {
  const [row] = await trx(TABLE.refund)
    .where({ id })
    .whereNot({ status: "void" })
    .update(values)
    .returning<RefundRow[]>("*")
  return row
}
