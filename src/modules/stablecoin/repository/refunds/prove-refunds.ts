import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { STORED_REASONS } from "../../../../exceptions/stored-reasons"
import {
  type ExceptionProblem,
  type ProofFact,
  provedRefund,
} from "../../../../ledger"
import { lockPayment } from "../deposits/allocations"
import { type OpenedException, openExceptions } from "../exceptions/exceptions"
import { resolved, stillOpen } from "../exceptions/resolve-open"
import { dueAt } from "../schedules/schedule"
import { type RefundRow, TABLE } from "../tables"

/**
 * A sent refund, and when the payment that it returns was started. Its `amount`
 * is that of its transfer.
 */
export type RefundToProve = RefundRow & { payment_created_at: Date }

/**
 * SQL of the amount that a refund's transfer moves to its address: the sum of
 * the refunds that it paid there. One without an address was paid there too, and
 * so was one without a chain.
 */
const TRANSFER_AMOUNT = `(SELECT CAST(SUM(CAST(paid.amount AS numeric)) AS text)
  FROM ${TABLE.refund} AS paid
  WHERE paid.tx_hash = refund.tx_hash
    AND COALESCE(paid.chain, refund.chain) = refund.chain
    AND paid.currency = refund.currency
    AND lower(COALESCE(paid.refund_to, refund.refund_to)) = lower(refund.refund_to)
    AND paid.deleted_at IS NULL)`

/** Sent refunds of a chain whose transfer is due to be read, oldest first. */
export async function listRefundsToProve(
  db: Knex,
  chain: string,
  limit: number
): Promise<RefundToProve[]> {
  return await db(`${TABLE.refund} as refund`)
    .join(`${TABLE.payment} as payment`, "payment.id", "refund.payment_id")
    .where({ "refund.chain": chain, "refund.deleted_at": null })
    .where("refund.prove_at", "<=", db.fn.now())
    .orderBy("refund.prove_at")
    .limit(limit)
    .select<RefundToProve[]>(
      "refund.*",
      "payment.created_at as payment_created_at",
      db.raw(`${TRANSFER_AMOUNT} AS amount`)
    )
}

/** A refund as it was when its transfer was read. */
export type ReadRefund = Pick<
  RefundToProve,
  "id" | "payment_id" | "refund_to" | "amount"
>

/**
 * Applies the chain's answer about a refund's transfer, with the exception about
 * it. An address that was corrected or erased meanwhile has no answer yet, and
 * neither has the sum of a transfer that another refund shares meanwhile. Locks
 * the payment first, as all code does.
 */
export async function applyRefundProof(
  db: Knex,
  { id, payment_id, refund_to, amount }: ReadRefund,
  fact: ProofFact,
  now = new Date()
): Promise<{ opened: OpenedException[] }> {
  return await db.transaction(async (trx) => {
    await lockPayment(trx, payment_id)
    await trx(TABLE.refund).where({ id }).forUpdate().first("id")
    // A statement of its own, which sees what was committed before the lock.
    const refund = await trx<RefundRow>(`${TABLE.refund} as refund`)
      .where({ id, refund_to, deleted_at: null })
      .where({ status: "sent", tx_hash: fact.proof.tx_hash })
      .whereRaw(`${TRANSFER_AMOUNT} = ?`, [amount])
      // Proven is final: a node that lags may not have it yet.
      .whereRaw("proof_status IS DISTINCT FROM 'proven'")
      .first()
    if (!refund) {
      return { opened: [] }
    }
    const { patch, exception } = provedRefund(refund, fact, now)
    await trx(TABLE.refund)
      .where({ id })
      .update({ ...patch, prove_at: dueAt(trx, patch.prove_at) })
    const { shown, shown_otherwise } = STORED_REASONS
    if (patch.proof_status === "proven") {
      await resolveDoubts(trx, id, shown, now)
    } else if (exception) {
      await resolveDoubts(trx, id, shown_otherwise, now, exception.key)
    }
    const drafts = exception ? [exception] : []
    return { opened: await openExceptions(trx, payment_id, drafts) }
  })
}

/**
 * Resolves the exceptions about a refund's transfer.
 *
 * @param persisting key of one whose problem persists
 */
export async function resolveDoubts(
  trx: Knex,
  refund_id: string,
  note: string,
  now: Date,
  persisting = ""
): Promise<void> {
  const problem = {
    kind: "refund_problem",
    reason: "contradicted",
  } satisfies ExceptionProblem
  await stillOpen(trx)
    .where(problem)
    .whereRaw("details ->> 'refund_id' = ?", [refund_id])
    .whereNot({ key: persisting })
    .update(resolved(note, now))
}

/**
 * Schedules the next read of a transfer that has no answer; null for none. A
 * transfer that was corrected meanwhile is read as soon as it would be.
 */
export async function proveRefundAgain(
  db: Knex,
  { id, tx_hash }: Pick<RefundRow, "id" | "tx_hash">,
  at: Date | null
): Promise<void> {
  await db(TABLE.refund)
    .where({ id, tx_hash })
    .whereNotNull("prove_at")
    .update({ prove_at: dueAt(db, at) })
}
