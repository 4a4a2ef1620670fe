import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { refundAddress, refundProof } from "../../../../ledger"
import { refundDueKey } from "../exceptions/exceptions"
import { standingRefunds } from "./standing-refunds"
import { type PaymentRow, type RefundRow, TABLE } from "../tables"
import { isUniqueViolation } from "../unique-violation"

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
  by: string
}

/** The refund as it is now, or why nothing was changed. */
export type RefundChange =
  | { refund: RefundRow }
  | { refused: "unknown_refund" | "already_sent" | "void" | "hash_used" }
  | { refused: "wrong_address" | "wrong_hash"; chain: string | null }

/** Stores where a refund due is to be sent. */
export async function setRefundTo(
  db: Knex,
  { refund_id, refund_to, by }: RefundDestination,
  now: Date
): Promise<RefundChange> {
  return await withDue(
    db,
    refund_id,
    async (trx, { payment_id, ...refund }) => {
      const address = refundAddress(refund.chain, refund_to)
      if (!address) {
        return { refused: "wrong_address", chain: refund.chain }
      }
      // Voids refunds that Medusa rolled back, so that the merchant doesn't
      // send them.
      await standingRefunds(trx, payment_id)
      const changed = await update(trx, refund_id, {
        ...destination(address, by, now),
        updated_at: now,
      })
      return changed ? { refund: changed } : { refused: "void" }
    }
  )
}

/** Marks a refund due as sent, with its proof, and resolves its exception. */
export async function markRefundSent(
  db: Knex,
  { refund_id, refund_to, tx_hash, by }: SentRefund,
  now: Date
): Promise<RefundChange> {
  try {
    return await withDue(db, refund_id, async (trx, { chain }) => {
      const address = refund_to ? refundAddress(chain, refund_to) : null
      if (refund_to && !address) {
        return { refused: "wrong_address", chain }
      }
      const proof = refundProof(chain, tx_hash)
      if (!proof) {
        return { refused: "wrong_hash", chain }
      }
      const sent = await update(trx, refund_id, {
        ...(address ? destination(address, by, now) : {}),
        status: "sent",
        tx_hash: proof,
        sent_by: by,
        sent_at: now,
        updated_at: now,
      })
      await trx(TABLE.exception)
        .where({ key: refundDueKey(refund_id), status: "open" })
        .update({
          status: "resolved",
          note: `It was sent: ${proof}`,
          resolved_by: by,
          resolved_at: now,
          updated_at: now,
        })
      return sent ? { refund: sent } : { refused: "already_sent" }
    })
  } catch (error) {
    if (isUniqueViolation(error)) {
      return { refused: "hash_used" }
    }
    throw error
  }
}

function destination(refund_to: string, by: string, now: Date) {
  return { refund_to, refund_to_by: by, refund_to_at: now }
}

/**
 * Runs with a refund due under the locks of its payment and its own. All code
 * takes them in this order.
 */
async function withDue(
  db: Knex,
  id: string,
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
    switch (refund?.status) {
      case "due":
        return await run(trx, refund)
      case "sent":
        return { refused: "already_sent" }
      default:
        return { refused: "void" }
    }
  })
}

async function update(
  trx: Knex,
  id: string,
  values: Record<string, unknown>
): Promise<RefundRow | undefined> {
  const [row] = await trx(TABLE.refund)
    .where({ id, status: "due" })
    .update(values)
    .returning<RefundRow[]>("*")
  return row
}
