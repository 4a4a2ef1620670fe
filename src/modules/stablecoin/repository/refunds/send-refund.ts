import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { RefusedError } from "../../../../exceptions/refused-error"
import { STORED_REASONS } from "../../../../exceptions/stored-reasons"
import type { AdminMarkRefundSent } from "../../../../http-types"
import { isCorrectable, refundAddress, refundProof } from "../../../../ledger"
import { lockPayment } from "../deposits/allocations"
import { refundDueKey } from "../exceptions/exceptions"
import { resolveOpen } from "../exceptions/resolve-open"
import { type RefundRow, TABLE } from "../tables"
import { resolveDoubts } from "./prove-refunds"
import {
  columnsOf,
  type RefundTransfer,
  unproven,
  voidRolledBack,
} from "./write-refund"

/** A refund, and Medusa's id of the actor who changes it. */
type Changed = { refund_id: string; by: string }

export type RefundDestination = Changed & { refund_to: string }

export type SentRefund = Changed & AdminMarkRefundSent

/**
 * Stores where a refund due is to be sent.
 *
 * @throws RefusedError
 */
export async function setRefundTo(
  db: Knex,
  { refund_id, by, refund_to }: RefundDestination,
  now = new Date()
): Promise<RefundRow> {
  return await change(db, refund_id, isDue, async (trx, refund) => {
    const transfer = await readTransfer(trx, refund.chain, { refund_to })
    if (!transfer.refund_to) {
      throw new RefusedError("wrong_address")
    }
    // Voids refunds that Medusa rolled back, so that the merchant doesn't
    // send them.
    await voidRolledBack(trx, refund.deposit_id)
    return columnsOf(trx, transfer, refund, by, now)
  })
}

/**
 * Marks a refund due as sent, with its proof, and resolves its exception. A
 * sent refund gets another proof if its chain does not show the first one.
 *
 * @throws RefusedError with nothing changed
 */
export async function markRefundSent(
  db: Knex,
  { refund_id, by, ...entered }: SentRefund,
  now = new Date()
): Promise<RefundRow> {
  return await change(db, refund_id, isSendable, async (trx, refund) => {
    const transfer = await readTransfer(trx, refund.chain, entered, refund)
    const note = STORED_REASONS.sent
    await resolveOpen(trx, { key: refundDueKey(refund_id) }, note, now, by)
    // Without a user, so that the same transfer opens it again.
    await resolveDoubts(trx, refund_id, note, now)
    await lookUpAgain(trx, transfer.sharing, now)
    return columnsOf(trx, transfer, refund, by, now)
  })
}

function isDue({ status }: RefundRow): boolean {
  return status === "due"
}

function isSendable(refund: RefundRow): boolean {
  return isDue(refund) || isCorrectable(refund)
}

/**
 * Changes a refund that takes the change, under the locks of its payment and
 * its own. All code takes them in this order.
 */
async function change(
  db: Knex,
  id: string,
  takesChange: (refund: RefundRow) => boolean,
  columns: (
    trx: Knex,
    refund: RefundRow
  ) => Promise<ReturnType<typeof columnsOf>>
): Promise<RefundRow> {
  const changed = await db.transaction(async (trx) => {
    const known = await trx<RefundRow>(TABLE.refund).where({ id }).first()
    if (!known) {
      throw new RefusedError("unknown_refund", { id })
    }
    await lockPayment(trx, known.payment_id)
    const refund = await trx<RefundRow>(TABLE.refund)
      .where({ id })
      .forUpdate()
      .first()
    if (!refund || !takesChange(refund)) {
      const isSent = refund?.status === "sent"
      throw new RefusedError(isSent ? "already_sent" : "void")
    }
    const values = await columns(trx, refund)
    const [row] = await trx(TABLE.refund)
      .where({ id })
      .whereNot({ status: "void" })
      .update({ ...values, updated_at: new Date() })
      .returning<RefundRow[]>("*")
    return row
  })
  // Thrown once it is committed that Medusa has rolled it back.
  if (!changed) {
    throw new RefusedError("void")
  }
  return changed
}

/** Where a refund goes, and the transfer that sent it, as the merchant says. */
export type EnteredTransfer = Partial<AdminMarkRefundSent>

/**
 * Reads what the merchant entered about a refund. Two refunds whose transfers
 * were mixed up exchange them. Concurrent calls about a transfer wait for each
 * other.
 *
 * @param refund null for one that is not stored yet
 * @throws RefusedError when a format is wrong, or the transfer closes another
 */
export async function readTransfer(
  trx: Knex,
  chain: string | null,
  { refund_to, tx_hash, shared_transfer }: EnteredTransfer,
  refund: RefundRow | null = null
): Promise<RefundTransfer> {
  const address = refund_to ? refundAddress(chain, refund_to) : null
  if (refund_to && !address) {
    throw new RefusedError("wrong_address")
  }
  if (tx_hash === undefined) {
    return { refund_to: address, tx_hash: null, sharing: [] }
  }
  const proof = refundProof(chain, tx_hash)
  if (!proof) {
    throw new RefusedError("wrong_hash")
  }
  const sharing = await lockSharing(trx, proof, refund)
  // Entered again, it stays the transfer of all that have it.
  const other = sharing.find((each) => each.tx_hash !== refund?.tx_hash)
  if (other && !shared_transfer) {
    const { id, amount, currency } = other
    const isMixedUp =
      refund && sharing.length === 1 && [refund, other].every(isCorrectable)
    if (!isMixedUp) {
      const sum = `${amount} ${currency}`
      throw new RefusedError("hash_used", { other: id, sum })
    }
    await trx(TABLE.refund).where({ id }).update({ tx_hash: refund.tx_hash })
  }
  return { refund_to: address, tx_hash: proof, sharing }
}

async function lockSharing(
  trx: Knex,
  tx_hash: string,
  refund: RefundRow | null
): Promise<RefundRow[]> {
  await trx.raw("SELECT pg_advisory_xact_lock(hashtextextended(?, 0))", [
    tx_hash,
  ])
  return await trx<RefundRow>(TABLE.refund)
    .whereIn("tx_hash", [tx_hash, refund?.tx_hash ?? tx_hash])
    .where({ deleted_at: null })
    .whereNot({ id: refund?.id ?? "" })
    .orderBy("id")
    .forUpdate()
}

/**
 * Has the transfers of refunds looked up again, since another refund shares
 * them, or does not any more. Exceptions about them may open again.
 */
export async function lookUpAgain(
  trx: Knex,
  refunds: readonly RefundRow[],
  now: Date
): Promise<void> {
  for (const { id, chain, refund_to } of refunds) {
    await trx(TABLE.refund)
      .where({ id })
      .update({ ...unproven(trx, chain, refund_to), updated_at: now })
    await resolveDoubts(trx, id, STORED_REASONS.sent, now)
  }
}
