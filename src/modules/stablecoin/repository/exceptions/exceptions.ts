import { newId } from "../new-id"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import {
  DIFFERENT,
  EXACT_REASONS,
  type ExceptionDraft,
  type ExceptionKind,
  type ExceptionProblem,
  type Payment,
  reasonOfPaid,
  SETTLEMENT_KINDS,
  type SettlementStep,
  TRANSFER_KIND,
} from "../../../../ledger"
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
  const rows = drafts.map((draft) => ({
    deposit_id: null,
    reason: null,
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
    .returning<{ id: string; key: string }[]>(["id", "key"])
  const opened = new Set(inserted.map(({ key }) => key))
  for (const draft of drafts) {
    if (!opened.has(draft.key) && SETTLEMENT_KINDS.includes(draft.kind)) {
      await updateCause(db, draft)
    }
  }
  return inserted.flatMap(({ id, key }) => {
    const row = rows.find((each) => each.key === key)
    return row ? [{ ...row, id }] : []
  })
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

/** Changes the reason of open exceptions about exactly what a payment waits for. */
export async function judgeExact(
  db: Knex,
  payment_id: string,
  {
    reason,
    details,
  }: Omit<Extract<SettlementStep, { do: "judge_transfers" }>, "do">
): Promise<void> {
  await db(TABLE.exception)
    .where({ payment_id, status: "open", kind: TRANSFER_KIND })
    .whereIn("reason", [...EXACT_REASONS])
    .update({
      reason,
      details: db.raw("COALESCE(details, '{}') || ?::jsonb", [
        JSON.stringify(details),
      ]),
      updated_at: db.fn.now(),
    })
}

/** A payment was paid, by another transfer than those of its exceptions if known. */
export async function judgePaid(db: Knex, payment: Payment): Promise<void> {
  const open = db(TABLE.exception).where({
    payment_id: payment.id,
    status: "open",
  })
  await open
    .clone()
    .where({ kind: TRANSFER_KIND })
    .update({ reason: reasonOfPaid(payment), updated_at: db.fn.now() })
  await open
    .where({ kind: "deposit_mismatch" satisfies ExceptionKind })
    .whereIn("reason", DIFFERENT)
    .update({
      reason: "again",
      details: db.raw("details - 'cause'"),
      updated_at: db.fn.now(),
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

/** Adds the hash to exceptions that were opened before it was known. */
export async function nameTransfer(
  db: Knex,
  deposit_id: string,
  tx_hash: string
): Promise<void> {
  await db(TABLE.exception)
    .where({ deposit_id })
    .update({
      details: db.raw("COALESCE(details, '{}') || ?::jsonb", [
        JSON.stringify({ tx_hash }),
      ]),
    })
}

/**
 * Names what its chain shows of a deposit, or a hosted report has corrected, in
 * the exceptions about its reports.
 */
export async function nameShown(db: Knex, deposit_id: string): Promise<void> {
  await db.raw(
    `UPDATE ${TABLE.exception} AS exception
     SET details =
       CASE details ->> 'cause' WHEN 'excess' THEN details - 'cause' ELSE details END
       || jsonb_build_object('amount', deposit.amount, 'currency', deposit.currency)
       || CASE WHEN exception.reason = 'amount'
            AND CAST(deposit.amount AS numeric) > CAST(payment.amount AS numeric)
          THEN '{"cause": "excess"}'::jsonb ELSE '{}' END
     FROM ${TABLE.deposit} AS deposit
     JOIN ${TABLE.payment} AS payment ON payment.id = deposit.payment_id
     WHERE deposit.id = :deposit_id AND (deposit.seen_at IS NOT NULL
         OR deposit.chain IS NULL AND exception.reason = 'amount')
       AND exception.deposit_id = deposit.id AND exception.status = 'open'
       AND exception.kind = :kind`,
    { deposit_id, kind: "deposit_mismatch" satisfies ExceptionKind }
  )
}

/**
 * The columns of an exception that is resolved now.
 *
 * @param by the user whose action resolves it, if any
 */
export function resolved(note: string, now: Date, by: string | null = null) {
  return {
    status: "resolved" as const,
    note,
    resolved_by: by,
    resolved_at: now,
    updated_at: now,
  }
}
