import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { PurgeBatch } from "../webhook-events/purge-webhook-events"
import { type PaymentRow, TABLE } from "../tables"

/** Matches the index's condition, so that it is used. */
const IN_INDEX = "status <> 'paid' OR success_url IS NOT NULL"

/**
 * SQL condition of abandoned payments that may still have been paid: an
 * on-chain order that can be read from the gateway, or a hosted checkout whose
 * buyer returned by the success URL.
 */
const MAY_HOLD_MONEY = `status = 'abandoned' AND (
  (rail = 'onchain' AND gateway_id IS NOT NULL) OR returned_result IS NOT DISTINCT FROM 'success')`

/**
 * Erases the return URLs of payments that have ended and have not changed since
 * a given time. An abandoned one keeps its return token: a buyer's return is
 * the only sign of money whose webhook was lost.
 */
export async function eraseReturnUrls(
  db: Knex,
  batch: PurgeBatch
): Promise<number> {
  const ended = candidates(db, batch)
    .whereNotIn("status", ["creating", "pending"])
    .whereNotNull("success_url")
  return await db
    .withMaterialized("ended", ended)
    .from<PaymentRow>(TABLE.payment)
    .whereRaw("id = ANY(ARRAY(SELECT id FROM ended))")
    .update({
      success_url: null,
      cancel_url: null,
      return_token: db.raw(
        "CASE WHEN status = 'abandoned' THEN return_token END"
      ),
    })
}

/**
 * Deletes payments that ended without money and have not changed since a given
 * time, with their facts. A payment stays if an order, exception, refund or
 * deposit refers to it, or if it may have been paid. Late money of a deleted
 * one opens an `unknown_payment` exception: its id shows that it is ours.
 */
export async function purgePayments(
  db: Knex,
  batch: PurgeBatch
): Promise<number> {
  const unpaid = candidates(db, batch)
    .whereIn("status", ["failed", "cancelled", "abandoned"])
    .whereNull("order_id")
    .whereRaw(`NOT (${MAY_HOLD_MONEY})`)
  for (const table of [TABLE.exception, TABLE.refund, TABLE.deposit]) {
    unpaid.whereNotExists(
      db(`${table} as referring`)
        .select(db.raw("1"))
        .where("referring.payment_id", db.ref(`${TABLE.payment}.id`))
    )
  }
  return await db.transaction(async (trx) => {
    const ids = await unpaid.transacting(trx).pluck<string[]>("id")
    await trx(TABLE.fact).whereIn("payment_id", ids).delete()
    await trx(TABLE.payment).whereIn("id", ids).delete()
    return ids.length
  })
}

/**
 * Selects and locks payments to purge. Skips those that a fact is being applied
 * to.
 */
function candidates(db: Knex, { before, limit }: PurgeBatch) {
  return db<PaymentRow>(TABLE.payment)
    .select("id")
    .where("created_at", "<", before)
    .where("updated_at", "<", before)
    .whereRaw(`(${IN_INDEX})`)
    .whereNull("deleted_at")
    .orderBy("created_at")
    .limit(limit)
    .forUpdate()
    .skipLocked()
}
