import { generateEntityId } from "@medusajs/framework/utils"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import {
  type ExceptionDraft,
  type ExceptionKind,
  isAboutOtherMoney,
  type KnownReport,
  matchReport,
  type MerchantResolution,
  SETTLEMENT_KINDS,
} from "../../../ledger"
import { TABLE } from "./tables"

/** The question about a webhook that was given up. */
export const WEBHOOK_DEAD = "webhook_dead" satisfies ExceptionKind

/** The question about a refund due; its key. */
export function refundDueKey(refundId: string): string {
  return `${refundId}:refund_due`
}

/** An exception that was not known before. */
export type OpenedException = ExceptionDraft & {
  id: string
  payment_id: string | null
}

/** What the merchant had written when an exception was opened again. */
const EARLIER = `CASE WHEN ${TABLE.exception}.resolved_by IS NULL
  THEN jsonb_build_object(
    'earlier_note', ${TABLE.exception}.details -> 'earlier_note',
    'earlier_resolved_by', ${TABLE.exception}.details -> 'earlier_resolved_by')
  ELSE jsonb_build_object(
    'earlier_note', ${TABLE.exception}.note,
    'earlier_resolved_by', ${TABLE.exception}.resolved_by) END`

/**
 * Opens what is new. A resolved exception stays resolved, with two exceptions:
 * one that settling closed, and one that the merchant had tried again. What they
 * were about is back, and the merchant's note is kept in its details.
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
  const matched: ExceptionDraft[] = []
  for (const draft of drafts) {
    matched.push(await matchKnown(db, paymentId, draft))
  }
  const rows = matched.map((draft) => ({
    ...draft,
    id: generateEntityId(undefined, "stexc"),
    payment_id: paymentId,
  }))
  const inserted = await db(TABLE.exception)
    .insert(
      rows.map((row) => ({
        ...row,
        details: JSON.stringify(row.details),
        webhook_event_id: webhookEventId,
      }))
    )
    .onConflict(db.raw("(key) WHERE deleted_at IS NULL"))
    .merge({
      status: "open",
      message: db.raw("excluded.message"),
      details: db.raw(
        `COALESCE(excluded.details, '{}') || jsonb_strip_nulls(${EARLIER})`
      ),
      note: null,
      resolution: null,
      resolved_by: null,
      resolved_at: null,
      updated_at: db.fn.now(),
    })
    .where(`${TABLE.exception}.status`, "resolved")
    .andWhere((reopened) =>
      reopened
        .whereNull(`${TABLE.exception}.resolved_by`)
        .orWhere(`${TABLE.exception}.resolution`, "retry")
    )
    .returning<{ id: string; key: string }[]>(["id", "key"])
  return inserted.flatMap(({ id, key }) => {
    const row = rows.find((each) => each.key === key)
    return row ? [{ ...row, id }] : []
  })
}

/**
 * Gives a draft the key of the exception that reports the same money, if there is
 * one, and that exception the hash that it lacks. The caller holds the payment's
 * lock wherever the draft reports money of its own.
 */
async function matchKnown(
  db: Knex,
  paymentId: string | null,
  draft: ExceptionDraft
): Promise<ExceptionDraft> {
  if (!paymentId || !isAboutOtherMoney(draft)) {
    return draft
  }
  const ofPayment = {
    payment_id: paymentId,
    kind: draft.kind,
    deleted_at: null,
  }
  const known = await db(TABLE.exception)
    .where(ofPayment)
    .orderBy(["created_at", "id"])
    .select<KnownReport[]>("key", "details")
  const match = matchReport(draft, known)
  if (match.completes) {
    const { tx_hash } = draft.details
    await db(TABLE.exception)
      .where({ ...ofPayment, key: match.completes })
      .update({
        key: draft.key,
        details: db.raw("COALESCE(details, '{}') || ?::jsonb", [
          JSON.stringify({ tx_hash }),
        ]),
        updated_at: db.fn.now(),
      })
  }
  return match.draft
}

/** Closes what settling had asked about a payment that Medusa follows by now. */
export async function resolveSettled(
  db: Knex,
  paymentId: string,
  kinds: readonly ExceptionKind[],
  now: Date
): Promise<void> {
  await db(TABLE.exception)
    .where({ payment_id: paymentId, status: "open" })
    .whereIn("kind", [...kinds])
    .update({
      status: "resolved",
      note: "It answered itself: Medusa matches the ledger by now.",
      resolved_at: now,
      updated_at: now,
    })
}

/** Refunds that resolving an exception wrote. */
const REFUND_OF = `FROM ${TABLE.refund} AS refund
  WHERE refund.exception_id = exception.id AND refund.status <> 'void'
    AND refund.deleted_at IS NULL`

/**
 * What the merchant chose for exceptions about a payment's money, the newest
 * first. A choice from before it was paid says nothing of the money that came
 * since. An open exception of which a part went back counts as a refund. Rows
 * from before there was a choice were closed.
 */
export async function listResolutions(
  db: Knex,
  paymentId: string
): Promise<MerchantResolution[]> {
  const { rows } = await db.raw<{ rows: MerchantResolution[] }>(
    `SELECT kind,
       CASE WHEN status = 'open' THEN 'refund'
         ELSE COALESCE(resolution, 'close') END AS action,
       COALESCE(note, details ->> 'earlier_note', '') AS note,
       -- A close and the transfer that it records have the same time.
       EXISTS (SELECT 1 ${REFUND_OF} AND refund.sent_at = exception.resolved_at)
         AS is_recorded
     FROM ${TABLE.exception} AS exception
     WHERE payment_id = ? AND deleted_at IS NULL AND kind = ANY(?)
       AND details ->> 'status' = 'paid'
       AND (status = 'resolved' AND resolved_by IS NOT NULL
         OR status = 'open' AND EXISTS (SELECT 1 ${REFUND_OF}))
     ORDER BY COALESCE(resolved_at, updated_at) DESC NULLS LAST, id DESC`,
    [paymentId, [...SETTLEMENT_KINDS]]
  )
  return rows
}

/** Whether an exception was ever opened about a payment: every refund due has one, too. */
export async function hasExceptions(
  db: Knex,
  paymentId: string
): Promise<boolean> {
  const found = await db(TABLE.exception)
    .where({ payment_id: paymentId, deleted_at: null })
    .first("id")
  return found !== undefined
}
