import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import {
  type ExceptionDraft,
  type ExceptionKind,
  type ExceptionProblem,
  SETTLEMENT_KINDS,
} from "../../../../ledger"
import { newId } from "../new-id"
import { TABLE } from "../tables"

/** The problem of a webhook that was given up. */
export const DEAD_WEBHOOK = {
  kind: "webhook_problem",
  reason: "dead",
} as const satisfies ExceptionProblem

/** Key of the exception about a refund due. */
export function refundDueKey(refundId: string): string {
  return `${refundId}:refund_due`
}

/** An exception that was opened or reopened. */
export type OpenedException = ExceptionDraft & {
  id: string
  payment_id: string | null
}

/**
 * SQL of the merchant's earlier note, for an exception that is opened again.
 */
const EARLIER = `CASE WHEN ${TABLE.exception}.resolved_by IS NULL
  THEN jsonb_build_object(
    'earlier_note', ${TABLE.exception}.details -> 'earlier_note',
    'earlier_resolved_by', ${TABLE.exception}.details -> 'earlier_resolved_by')
  ELSE jsonb_build_object(
    'earlier_note', ${TABLE.exception}.note,
    'earlier_resolved_by', ${TABLE.exception}.resolved_by) END`

/** Columns of an exception without a resolution. */
const UNRESOLVED = {
  status: "open",
  note: null,
  resolution: null,
  resolved_by: null,
  resolved_at: null,
} as const

/**
 * Opens new exceptions. A resolved one stays resolved, unless settling closed
 * it or the merchant chose a retry: its problem is back. Reopening keeps the
 * merchant's note in the details.
 */
export async function openExceptions(
  db: Knex,
  paymentId: string | null,
  drafts: readonly ExceptionDraft[],
  webhookEventId: string | null = null
): Promise<OpenedException[]> {
  if (!drafts.length) {
    return []
  }
  const opened = await db(TABLE.exception)
    .insert(
      drafts.map((draft) => ({
        ...draft,
        id: newId("stexc"),
        payment_id: paymentId,
        details: JSON.stringify(draft.details),
        webhook_event_id: webhookEventId,
      }))
    )
    .onConflict(db.raw("(key) WHERE deleted_at IS NULL"))
    .merge({
      ...UNRESOLVED,
      details: db.raw(
        `COALESCE(excluded.details, '{}') || jsonb_strip_nulls(${EARLIER})`
      ),
      opened_at: db.raw(
        "CASE WHEN ??.resolution = 'retry' THEN ??.opened_at ELSE now() END",
        [TABLE.exception, TABLE.exception]
      ),
      updated_at: db.fn.now(),
    })
    .where(`${TABLE.exception}.status`, "resolved")
    .andWhere((reopened) =>
      reopened
        .whereNull(`${TABLE.exception}.resolved_by`)
        .orWhere(`${TABLE.exception}.resolution`, "retry")
    )
    .returning<OpenedException[]>("*")
  for (const draft of drafts) {
    const isOpened = opened.some(({ key }) => key === draft.key)
    if (!isOpened && SETTLEMENT_KINDS.includes(draft.kind)) {
      await updateCause(db, draft)
    }
  }
  return opened
}

/**
 * Opens the exception again that the merchant decided last about held money.
 *
 * @returns it, to be announced
 */
export async function reopenDecided(
  trx: Knex,
  deposit_id: string,
  now: Date
): Promise<OpenedException[]> {
  const decided = trx(TABLE.exception)
    .where({ deposit_id, status: "resolved", deleted_at: null })
    .whereNot({ kind: "refund_due" satisfies ExceptionKind })
    .whereIn("resolution", ["close", "refund"])
    .orderBy("resolved_at", "desc")
    .limit(1)
    .select("id")
  return await trx(TABLE.exception)
    .where("id", decided)
    .update({
      ...UNRESOLVED,
      details: trx.raw(
        `COALESCE(details, '{}') || jsonb_strip_nulls(${EARLIER})`
      ),
      opened_at: now,
      updated_at: now,
    })
    .returning<OpenedException[]>("*")
}

/**
 * A payment that is settled again may fail for another reason than before. It
 * is not announced again.
 */
async function updateCause(
  db: Knex,
  { key, details }: ExceptionDraft
): Promise<void> {
  const changed = JSON.stringify(details)
  await db(TABLE.exception)
    .where({ key, status: "open", deleted_at: null })
    .whereRaw("NOT COALESCE(details, '{}') @> ?::jsonb", [changed])
    .update({
      details: db.raw("COALESCE(details, '{}') || ?::jsonb", [changed]),
    })
}

/** Whether settling has an open exception about a deposit. */
export async function hasOpenSettlement(
  db: Knex,
  deposit_id: string
): Promise<boolean> {
  const open = await db(TABLE.exception)
    .where({ deposit_id, status: "open", deleted_at: null })
    .whereIn("kind", SETTLEMENT_KINDS)
    .first("id")
  return open !== undefined
}
