import { generateEntityId } from "@medusajs/framework/utils"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import {
  type ExceptionDraft,
  type ExceptionKind,
  type MerchantResolution,
  SETTLEMENT_KINDS,
} from "../../../ledger"
import { type ExceptionRow, TABLE } from "./tables"

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

/**
 * Opens what is new. A question that a person answered is not asked again; one
 * that had answered itself is, since what it was about is back.
 */
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
    .merge({
      status: "open",
      message: db.raw("excluded.message"),
      details: db.raw("excluded.details"),
      note: null,
      resolved_at: null,
      updated_at: db.fn.now(),
    })
    .where(`${TABLE.exception}.status`, "resolved")
    .whereNull(`${TABLE.exception}.resolved_by`)
    .returning<{ id: string; key: string }[]>(["id", "key"])
  return inserted.flatMap(({ id, key }) => {
    const row = rows.find((each) => each.key === key)
    return row ? [{ ...row, id }] : []
  })
}

/** Closes what settling had asked about a payment that Medusa follows by now. */
export async function resolveSettled(
  db: Knex,
  paymentId: string,
  now: Date
): Promise<void> {
  await db(TABLE.exception)
    .where({ payment_id: paymentId, status: "open" })
    .whereIn("kind", [...SETTLEMENT_KINDS])
    .update({
      status: "resolved",
      note: "It answered itself: Medusa matches the ledger by now.",
      resolved_at: now,
      updated_at: now,
    })
}

/**
 * What the merchant chose last for an exception about a payment's money. A
 * choice from before it was paid says nothing of the money that came since.
 */
export async function lastResolution(
  db: Knex,
  paymentId: string
): Promise<MerchantResolution | null> {
  const row = await db<ExceptionRow>(TABLE.exception)
    .where({ payment_id: paymentId, status: "resolved" })
    .whereNull("deleted_at")
    .whereIn("kind", [...SETTLEMENT_KINDS])
    .whereNotNull("resolved_by")
    .whereRaw("details->>'status' = 'paid'")
    .orderBy("resolved_at", "desc")
    .first("kind", "resolution", "note")
  return (row && {
    action: row.resolution,
    kind: row.kind,
    note: row.note,
  }) as MerchantResolution | null
}
