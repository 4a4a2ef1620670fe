import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { NEVER_ANSWERED_GROUP } from "../../../../ledger"
import { TABLE } from "../tables"
import { COUNTED_ROWS, type Found, isAnyOf } from "./listing"
import { throughIndexes } from "./through-indexes"

/**
 * Finds the payments with an open exception or a refund to send. It reads only
 * those items, so that its time does not grow with the payments.
 */
export async function findNeedingAttention(db: Knex): Promise<Found> {
  return await throughIndexes(db, async (trx) => {
    const newest = (table: string, status: string) =>
      trx(table)
        .select("payment_id AS id")
        .where({ status, deleted_at: null })
        .orderBy("created_at", "desc")
        .limit(COUNTED_ROWS)
    // An exception about several payments names none: they name it.
    const groups = trx(TABLE.exception)
      .select("id")
      .where({ ...NEVER_ANSWERED_GROUP, status: "open", deleted_at: null })
      .orderBy("created_at", "desc")
      .limit(COUNTED_ROWS)
    const ofGroups = trx(TABLE.payment)
      .select("id")
      .whereNull("deleted_at")
      .whereRaw("unanswered_group_id = ANY(ARRAY(?))", [groups])
      .limit(COUNTED_ROWS)
    const parts: { id: string | null }[][] = [
      await newest(TABLE.exception, "open"),
      await newest(TABLE.refund, "due"),
      await ofGroups,
    ]
    const ids = parts.flat().flatMap(({ id }) => id ?? [])
    return {
      ids: [...new Set(ids)],
      isCutShort: parts.some((rows) => rows.length === COUNTED_ROWS),
    }
  })
}

/** Which of some payments have an open exception or a refund to send. */
export async function needAttention(
  db: Knex,
  ids: readonly string[]
): Promise<Set<string>> {
  const { rows } = await db.raw<{ rows: { id: string }[] }>(
    `SELECT payment.id FROM ${TABLE.payment} AS payment
     WHERE ? AND (
       EXISTS (SELECT 1 FROM ${TABLE.exception}
         WHERE payment_id = payment.id AND status = 'open' AND deleted_at IS NULL)
       OR EXISTS (SELECT 1 FROM ${TABLE.exception} AS of_group
         WHERE of_group.id = payment.unanswered_group_id
           AND of_group.status = 'open' AND of_group.deleted_at IS NULL)
       OR EXISTS (SELECT 1 FROM ${TABLE.refund}
         WHERE payment_id = payment.id AND status = 'due' AND deleted_at IS NULL))`,
    [isAnyOf(db, "payment.id", ids)]
  )
  return new Set(rows.map(({ id }) => id))
}
