import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { RefusedError } from "../../../../exceptions/refused-error"
import { STORED_REASONS } from "../../../../exceptions/stored-reasons"
import type { AdminMarkRefundSent } from "../../../../http-types"
import { isCorrectable, refundAddress, refundProof } from "../../../../ledger"
import { lockPayment } from "../deposits/allocations"
import { refundDueKey } from "../exceptions/exceptions"
import { resolved, stillOpen } from "../exceptions/resolve-open"
import { type RefundRow, TABLE } from "../tables"
import { resolveDoubts } from "./prove-refunds"
import {
  columnsOf,
  type RefundTransfer,
  unproven,
  voidRolledBack,
} from "./write-refund"

/** A refund, and Medusa's id of the actor who changes it. */
export type ChangedRefund = { refund_id: string; by: string } & EnteredTransfer

/**
 * Stores where a refund due is to be sent. With a hash, marks it as sent, and
 * resolves its exception. A sent refund gets another hash if its chain does not
 * show the first one.
 *
 * @throws RefusedError with nothing changed
 */
export async function updateRefund(
  db: Knex,
  { refund_id: id, by, ...entered }: ChangedRefund,
  now = new Date()
): Promise<RefundRow> {
  const changed = await db.transaction(async (trx) => {
    const known = await trx<RefundRow>(TABLE.refund).where({ id }).first()
    if (!known) {
      throw new RefusedError("unknown_refund", { id })
    }
    // All code locks the payment first.
    await lockPayment(trx, known.payment_id)
    const refund = await trx<RefundRow>(TABLE.refund)
      .where({ id })
      .forUpdate()
      .first()
    const isSent = entered.tx_hash !== undefined
    if (
      refund?.status !== "due" &&
      !(isSent && refund && isCorrectable(refund))
    ) {
      throw new RefusedError(
        refund?.status === "sent" ? "already_sent" : "void"
      )
    }
    const transfer = await readTransfer(trx, refund.chain, entered, refund)
    if (!isSent && !transfer.refund_to) {
      throw new RefusedError("wrong_address")
    }
    if (isSent) {
      const note = STORED_REASONS.sent
      await stillOpen(trx)
        .where({ key: refundDueKey(id) })
        .update(resolved(note, now, by))
      // Without a user, so that the same transfer opens it again.
      await resolveDoubts(trx, id, note, now)
      await lookUpAgain(trx, transfer.sharing, now)
    } else {
      // The merchant must not send a refund that Medusa rolled back.
      await voidRolledBack(trx, refund.deposit_id)
    }
    const [row] = await trx(TABLE.refund)
      .where({ id })
      .whereNot({ status: "void" })
      .update({
        ...columnsOf(trx, transfer, refund, by, now),
        updated_at: new Date(),
      })
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
