import { newId } from "../new-id"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import {
  type ExceptionKind,
  type Fact,
  type Payment,
  type Transfer,
  transferOf,
} from "../../../../ledger"
import { type PaymentRow, TABLE } from "../tables"

/**
 * Claims the transfer of a fact for its payment. If two payments claim the same
 * one concurrently, the unique key makes the second wait for the first one's
 * commit. The caller's transaction must have locked the payment.
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
  const claimed = await trx(TABLE.transfer)
    .insert({
      ...transfer,
      id: newId("sttrf"),
      payment_id: payment.id,
    })
    .onConflict(trx.raw("(chain, tx_hash, log_index) WHERE deleted_at IS NULL"))
    .ignore()
    .returning("id")
  if (claimed.length) {
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

/** A payment that the gateway confirms with a transaction of another one. */
export type ReusedTransfer = { payment: Payment; tx_hash: string }

/** Lists unpaid payments of a chain whose transaction paid another one. */
export async function listReusedTransfers(
  db: Knex,
  chain: string,
  limit: number
): Promise<ReusedTransfer[]> {
  const rows = await db(`${TABLE.exception} as exception`)
    .join(`${TABLE.payment} as payment`, "payment.id", "exception.payment_id")
    .where({
      "exception.kind": "transfer_reused" satisfies ExceptionKind,
      "exception.status": "open",
      "payment.chain": chain,
    })
    .whereNot("payment.status", "paid")
    .whereNull("exception.deleted_at")
    .orderBy("exception.created_at")
    .limit(limit)
    .select<(PaymentRow & { reused_hash: string })[]>(
      "payment.*",
      db.raw("lower(exception.details ->> 'tx_hash') AS reused_hash")
    )
  return rows.map(({ reused_hash, ...payment }) => ({
    payment,
    tx_hash: reused_hash,
  }))
}

/**
 * Positions of a transaction's transfers that other payments have.
 *
 * @returns null while one of these is not proven
 */
export async function listTakenPositions(
  db: Knex,
  chain: string,
  txHash: string
): Promise<number[] | null> {
  const rows = await db<PaymentRow>(TABLE.payment)
    .where({ chain, status: "paid" })
    .whereRaw("lower(tx_hash) = ?", [txHash])
    .whereNull("deleted_at")
    .select("proof_status", "proof")
  const positions = rows.flatMap(({ proof_status, proof }) =>
    proof_status === "proven" ? (proof?.log_index ?? []) : []
  )
  return positions.length === rows.length ? positions : null
}

/**
 * Assigns one transfer of a transaction to a payment.
 *
 * @returns whether no other payment has it
 */
export async function assignTransfer(
  db: Knex,
  paymentId: string,
  transfer: Transfer & { log_index: number }
): Promise<boolean> {
  const assigned = await db(TABLE.transfer)
    .insert({ ...transfer, id: newId("sttrf"), payment_id: paymentId })
    .onConflict(db.raw("(chain, tx_hash, log_index) WHERE deleted_at IS NULL"))
    .ignore()
    .returning("id")
  return assigned.length > 0
}
