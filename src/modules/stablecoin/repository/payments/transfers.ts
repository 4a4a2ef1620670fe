import { newId } from "../new-id"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { type Fact, type Payment, transferOf } from "../../../../ledger"
import { TABLE } from "../tables"

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
    .onConflict(trx.raw("(chain, tx_hash) WHERE deleted_at IS NULL"))
    .ignore()
    .returning("id")
  if (claimed.length) {
    return null
  }
  const known = await trx(TABLE.transfer)
    .where(transfer)
    .whereNull("deleted_at")
    .first<{ payment_id: string } | undefined>("payment_id")
  return known && known.payment_id !== payment.id ? known.payment_id : null
}
