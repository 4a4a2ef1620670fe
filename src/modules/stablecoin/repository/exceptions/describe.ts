import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import {
  DIFFERENT,
  EXACT_REASONS,
  type ExceptionKind,
  type SettlementStep,
  TRANSFER_KIND,
  type TransferReason,
} from "../../../../ledger"
import { TABLE } from "../tables"
import { stillOpen } from "./resolve-open"

/** Changes the reason of open exceptions about exactly what a payment waits for. */
export async function judgeExact(
  db: Knex,
  payment_id: string,
  {
    reason,
    details,
  }: Omit<Extract<SettlementStep, { do: "judge_transfers" }>, "do">
): Promise<void> {
  await stillOpen(db)
    .where({ payment_id, kind: TRANSFER_KIND })
    .whereIn("reason", [...EXACT_REASONS])
    .update({
      reason,
      details: db.raw("COALESCE(details, '{}') || ?::jsonb", [
        JSON.stringify(details),
      ]),
      updated_at: db.fn.now(),
    })
}

/** A payment was paid, by another transfer than those of its exceptions. */
export async function judgePaid(db: Knex, payment_id: string): Promise<void> {
  const reason = "again" satisfies TransferReason
  const mismatch = "deposit_mismatch" satisfies ExceptionKind
  await stillOpen(db)
    .where({ payment_id })
    .andWhere((about) =>
      about
        .where({ kind: TRANSFER_KIND })
        .orWhere((differs) =>
          differs.where({ kind: mismatch }).whereIn("reason", DIFFERENT)
        )
    )
    .update({
      reason,
      details: db.raw("details - 'cause'"),
      updated_at: db.fn.now(),
    })
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
