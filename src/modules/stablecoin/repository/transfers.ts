import { generateEntityId } from "@medusajs/framework/utils"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { type Fact, type Payment, transferOf } from "../../../ledger"
import { TABLE } from "./tables"

/**
 * Claims the transfer that a fact names for its payment. Of two payments that
 * claim the same one at the same moment the unique key lets the second wait for
 * the first one's commit. The caller's transaction holds the payment's lock.
 *
 * @returns the other payment that the transfer belongs to; null where there is none
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
      id: generateEntityId(undefined, "sttrf"),
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
