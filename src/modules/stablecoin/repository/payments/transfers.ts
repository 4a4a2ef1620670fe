import { newId } from "../new-id"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import {
  type Fact,
  type Payment,
  type Transfer,
  TRANSFER_KINDS,
  transferOf,
} from "../../../../ledger"
import { TABLE } from "../tables"

/**
 * SQL condition of open exceptions about one transaction that was seen to pay an
 * address.
 */
const SEEN = `kind = ANY(:kinds) AND status = 'open' AND deleted_at IS NULL
  AND details ->> 'chain' = :chain AND lower(details ->> 'tx_hash') = :tx_hash
  AND details ->> 'to' = lower(:address)`

/**
 * Claims the transfer of a fact for its payment. If two payments claim the same
 * one concurrently, the unique key makes the second wait for the first one's
 * commit. The caller's transaction must have locked the payment. An exception
 * that the gateway had not reported the transfer to the payment's address is
 * over, unless the transaction has several: then only a proof shows which one
 * was reported.
 *
 * @returns id of the other payment that the transfer belongs to, or null
 */
export async function claimTransfer(
  trx: Knex,
  payment: Payment,
  fact: Fact
): Promise<string | null> {
  const transfer = transferOf(payment, fact)
  if (!transfer) {
    return null
  }
  const { rows } = await trx.raw<{ rows: { claimed: boolean }[] }>(
    `WITH claim AS (
       INSERT INTO ${TABLE.transfer} (id, chain, tx_hash, payment_id)
       VALUES (:id, :chain, :tx_hash, :payment_id)
       ON CONFLICT (chain, tx_hash, log_index) WHERE deleted_at IS NULL
       DO NOTHING RETURNING id
     ), reported AS (
       UPDATE ${TABLE.exception} SET status = 'resolved', resolved_at = now(),
         updated_at = now(), note = :note
       WHERE ${SEEN}
         AND (SELECT count(*) FROM ${TABLE.exception} WHERE ${SEEN}) = 1
     )
     SELECT EXISTS (SELECT FROM claim) AS claimed`,
    {
      ...transfer,
      id: newId("sttrf"),
      payment_id: payment.id,
      address: payment.destination_address,
      kinds: [...TRANSFER_KINDS],
      note: `Resolved automatically: the gateway has reported it for payment ${payment.id}.`,
    }
  )
  if (rows[0]?.claimed || (await takeOver(trx, payment, transfer))) {
    return null
  }
  const known = await trx(TABLE.transfer)
    .where(transfer)
    .whereNull("deleted_at")
    // A part of the transaction may be assigned to this payment.
    .orderByRaw("payment_id = ? DESC", [payment.id])
    .first<{ payment_id: string } | undefined>("payment_id")
  return known && known.payment_id !== payment.id ? known.payment_id : null
}

/**
 * Takes a transfer from a payment for which it was reported falsely: the chain
 * shows in a final block that it did not go there.
 */
async function takeOver(
  trx: Knex,
  payment: Payment,
  transfer: Transfer
): Promise<boolean> {
  const taken = await trx(TABLE.transfer)
    .where(transfer)
    .whereNull("deleted_at")
    .whereIn("payment_id", (claimant) =>
      claimant
        .from(TABLE.payment)
        .select("id")
        .where({ proof_status: "contradicted" })
        .whereRaw("proof ->> 'tx_hash' = ?", [transfer.tx_hash])
        .whereRaw("proof ->> 'reason' IN ('wrong_address', 'no_transfer')")
        .whereRaw("(proof ->> 'is_final')::boolean")
    )
    .update({ payment_id: payment.id })
  return taken > 0
}
