import { newId } from "../new-id"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type {
  ExceptionKind,
  Payment,
  Transfer,
  TransferClaim,
} from "../../../../ledger"
import { type PaymentRow, TABLE } from "../tables"

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
    // The newest: an old one without a transfer of its own never gets one.
    .orderBy("exception.created_at", "desc")
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
 * Lists the claims of a transaction, with the proofs and addresses of their
 * payments.
 */
export async function listClaims(
  db: Knex,
  { chain, tx_hash }: Transfer
): Promise<TransferClaim[]> {
  const { rows } = await db.raw<{ rows: TransferClaim[] }>(
    `SELECT claim.log_index, payment.proof_status, payment.proof,
       COALESCE(payment.status = 'paid' AND lower(payment.tx_hash) = :tx_hash, false)
         AS is_paid_by,
       payment.prove_at IS NOT NULL AS is_to_prove,
       lower(payment.destination_address) AS destination_address
     FROM ${TABLE.transfer} AS claim
     LEFT JOIN ${TABLE.payment} AS payment ON payment.id = claim.payment_id
     WHERE claim.chain = :chain AND claim.tx_hash = :tx_hash
       AND claim.deleted_at IS NULL`,
    { chain, tx_hash }
  )
  return rows
}

/** Positions that were assigned to payments, by payment id. */
export async function listAssigned(
  db: Knex,
  ids: readonly string[]
): Promise<Map<string, number>> {
  const rows = await db(TABLE.transfer)
    .whereIn("payment_id", ids)
    .where("log_index", ">=", 0)
    .whereNull("deleted_at")
    .select<{ payment_id: string; log_index: number }[]>(
      "payment_id",
      "log_index"
    )
  return new Map(
    rows.map(({ payment_id, log_index }) => [payment_id, log_index])
  )
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
