import { newId } from "../new-id"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import {
  type ExceptionDraft,
  type ExceptionKind,
  isAboutOtherMoney,
  type KnownReport,
  matchReport,
  type MerchantResolution,
  type Payment,
  SETTLEMENT_KINDS,
  transferKey,
} from "../../../../ledger"
import { TABLE } from "../tables"

/** Kind of the exception about a webhook that was given up. */
export const WEBHOOK_DEAD = "webhook_dead" satisfies ExceptionKind

/** Exceptions whose cause may change while the payment is retried. */
const RETRIED_KINDS: readonly ExceptionKind[] = [
  "order_missing",
  "not_settled",
  "already_covered",
]

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
  const matched: ExceptionDraft[] = []
  for (const draft of drafts) {
    matched.push(await matchKnown(db, paymentId, draft))
  }
  const rows = matched.map((draft) => ({
    ...draft,
    id: newId("stexc"),
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
  const opened = new Set(inserted.map(({ key }) => key))
  for (const draft of matched) {
    if (!opened.has(draft.key) && RETRIED_KINDS.includes(draft.kind)) {
      await updateCause(db, draft)
    }
  }
  return inserted.flatMap(({ id, key }) => {
    const row = rows.find((each) => each.key === key)
    return row ? [{ ...row, id }] : []
  })
}

/**
 * A payment that is retried may fail for another reason than before. It is not
 * announced again, so `updated_at` stays.
 */
async function updateCause(
  db: Knex,
  { key, message, details }: ExceptionDraft
): Promise<void> {
  await db(TABLE.exception)
    .where({ key, status: "open", deleted_at: null })
    .whereNot({ message })
    .update({
      message,
      details: db.raw("COALESCE(details, '{}') || ?::jsonb", [
        JSON.stringify(details),
      ]),
    })
}

/**
 * Gives a draft the key of the exception that reports the same money, if any,
 * and adds the hash that this exception lacks. The caller must have locked the
 * payment where the draft reports other money.
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

/**
 * Resolves exceptions of settling about a payment that Medusa matches by now,
 * and the one about its own transaction, which has a transfer for it after all.
 */
export async function resolveSettled(
  db: Knex,
  { id, chain, tx_hash }: Pick<Payment, "id" | "chain" | "tx_hash">,
  kinds: readonly ExceptionKind[],
  now: Date
): Promise<void> {
  await db(TABLE.exception)
    .where({ payment_id: id, status: "open" })
    .andWhere((settled) =>
      settled.whereIn("kind", [...kinds]).orWhere((reported) =>
        reported
          .where({ kind: "transfer_reused" satisfies ExceptionKind })
          .whereRaw("details ->> 'chain' = ?", [chain])
          .whereRaw("lower(details ->> 'tx_hash') = lower(?)", [tx_hash])
      )
    )
    .update({
      status: "resolved",
      note: "Resolved automatically: Medusa matches the ledger by now.",
      resolved_at: now,
      updated_at: now,
    })
}

/**
 * Resolves the exception that the gateway had not reported a transfer, which a
 * proof has shown to be a payment's own.
 */
export async function resolveProven(
  db: Knex,
  { id, chain, proof }: Pick<Payment, "id" | "chain" | "proof">,
  now: Date
): Promise<void> {
  if (!chain || proof?.log_index == null) {
    return
  }
  const { tx_hash, log_index } = proof
  await resolveByKeys(
    db,
    [transferKey({ chain, tx_hash, log_index })],
    {
      note: `Resolved automatically: the gateway has reported it for payment ${id}.`,
    },
    now
  )
}

/**
 * Resolves open exceptions whose problem is gone.
 *
 * @param resolution `by`: the user whose action resolves them, if any
 */
export async function resolveByKeys(
  db: Knex,
  keys: readonly string[],
  { note, by = null }: { note: string; by?: string | null },
  now: Date
): Promise<void> {
  await db(TABLE.exception)
    .whereIn("key", [...keys])
    .where({ status: "open" })
    .update({
      status: "resolved",
      note,
      resolved_by: by,
      resolved_at: now,
      updated_at: now,
    })
}

/** SQL of the refunds that resolving an exception wrote. */
const REFUND_OF = `FROM ${TABLE.refund} AS refund
  WHERE refund.exception_id = exception.id AND refund.status <> 'void'
    AND refund.deleted_at IS NULL`

/**
 * SQL of the transfer that closing an exception recorded, which has the time of
 * the close. A refund of money that was not confirmed names no exception.
 */
const RECORDED_BY = `FROM ${TABLE.refund} AS refund
  WHERE refund.payment_id = exception.payment_id
    AND refund.sent_at = exception.resolved_at AND refund.status <> 'void'
    AND refund.deleted_at IS NULL`

/**
 * Lists the merchant's choices for exceptions about a payment's money, newest
 * first. Choices from before it was paid are left out, since they don't concern
 * that money. An open exception with a partial refund counts as a refund. Rows
 * from before choices were stored count as closed.
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
       EXISTS (SELECT 1 ${RECORDED_BY}) AS is_recorded
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

/**
 * Whether an exception was ever opened about a payment. Every refund due has
 * one too.
 */
export async function hasExceptions(
  db: Knex,
  paymentId: string
): Promise<boolean> {
  const found = await db(TABLE.exception)
    .where({ payment_id: paymentId, deleted_at: null })
    .first("id")
  return found !== undefined
}
