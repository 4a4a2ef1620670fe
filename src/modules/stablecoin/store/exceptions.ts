import { generateEntityId } from "@medusajs/framework/utils"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { ExceptionDraft, ExceptionKind } from "../../../ledger"
import { TABLE } from "./tables"

/** The question about a delivery that was given up. */
export const DELIVERY_DEAD = "delivery_dead" satisfies ExceptionKind

/** The question about a refund due; its key. */
export function refundDueKey(refundId: string): string {
  return `${refundId}:refund_due`
}

/** An exception that was not known before. */
export type OpenedException = ExceptionDraft & {
  id: string
  payment_id: string | null
}

/** Opens what is new; a question that was asked before is not asked again, answered or not. */
export async function openExceptions(
  db: Knex,
  paymentId: string | null,
  drafts: readonly ExceptionDraft[],
  deliveryId: string | null = null
): Promise<OpenedException[]> {
  if (!drafts.length) {
    return []
  }
  const rows = drafts.map((draft) => ({
    ...draft,
    id: generateEntityId(undefined, "stexc"),
    payment_id: paymentId,
  }))
  const inserted = await db(TABLE.exception)
    .insert(
      rows.map((row) => ({
        ...row,
        details: JSON.stringify(row.details),
        delivery_id: deliveryId,
      }))
    )
    .onConflict(db.raw("(key) WHERE deleted_at IS NULL"))
    .ignore()
    .returning<{ id: string }[]>("id")
  const ids = new Set(inserted.map(({ id }) => id))
  return rows.filter((row) => ids.has(row.id))
}
