import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { STORED_REASONS } from "../../../../exceptions/stored-reasons"
import { refundDoubtKeys } from "../../../../ledger"
import { resolveByKeys } from "../exceptions/automatic-resolutions"
import { type RefundRow, TABLE } from "../tables"
import { toProve } from "./insert-refund"

/** `other`: the refund that has the transfer already. */
export type TransferUsed = {
  refused: "hash_used"
  other: Pick<RefundRow, "id" | "amount" | "currency">
}

/**
 * Locks the other refunds that have a transfer, or the one that a correction
 * replaces. Concurrent calls about a transfer wait for each other.
 *
 * @param refund null for one that is not stored yet
 */
export async function lockSharing(
  trx: Knex,
  tx_hash: string,
  refund: Pick<RefundRow, "id" | "tx_hash"> | null
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
  for (const refund of refunds) {
    await trx(TABLE.refund)
      .where({ id: refund.id })
      .update({ ...unproven(trx, refund), updated_at: now })
    const note = STORED_REASONS.sent
    await resolveByKeys(trx, refundDoubtKeys(refund), { note }, now)
  }
}

/** The fields of a refund whose proof is to be looked up. */
export function unproven(
  trx: Knex,
  refund: Pick<RefundRow, "chain" | "refund_to">
) {
  return { proof_status: null, proof: null, ...toProve(trx, refund) }
}
