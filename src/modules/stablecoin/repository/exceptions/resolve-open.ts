import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { STORED_REASONS } from "../../../../exceptions/stored-reasons"
import {
  DEPOSIT_KINDS,
  type ExceptionKind,
  MONEY_KINDS,
  SETTLEMENT_KINDS,
  TRANSFER_KIND,
} from "../../../../ledger"
import { TABLE } from "../tables"

/** The open exceptions, to select those whose problem is gone. */
export function stillOpen(db: Knex): Knex.QueryBuilder {
  return db(TABLE.exception).where({ status: "open" })
}

/**
 * The columns of an exception that is resolved now.
 *
 * @param by the user whose action resolves it, if any
 */
export function resolved(
  note: string,
  now = new Date(),
  by: string | null = null
) {
  return {
    status: "resolved" as const,
    note,
    resolved_by: by,
    resolved_at: now,
    updated_at: now,
  }
}

const MISMATCH = "deposit_mismatch" satisfies ExceptionKind

/**
 * Resolves exceptions of settling about a payment that Medusa matches by now,
 * and those about what has paid it after all: a transfer of another payment, or
 * one of which its chain shows the amount.
 *
 * @param persisting keys of exceptions whose problems persist
 */
export async function resolveSettled(
  db: Knex,
  payment_id: string,
  persisting: readonly string[] = []
): Promise<void> {
  const hasPaid = `EXISTS (SELECT FROM ${TABLE.payment} AS payment
    JOIN ${TABLE.deposit} AS own ON own.id = payment.deposit_id
    WHERE payment.id = ${TABLE.exception}.payment_id
      AND CASE ${TABLE.exception}.kind
        WHEN :reused THEN own.chain = details ->> 'chain'
          AND own.tx_hash = lower(details ->> 'tx_hash')
        WHEN :mismatch THEN own.id = ${TABLE.exception}.deposit_id
          AND own.seen_at IS NOT NULL END)`
  const reused = "transfer_reused" satisfies ExceptionKind
  await stillOpen(db)
    .where({ payment_id })
    .whereNotIn("key", [...persisting])
    .andWhere((over) =>
      over
        .whereIn("kind", SETTLEMENT_KINDS)
        .orWhereRaw(hasPaid, { reused, mismatch: MISMATCH })
    )
    .update(resolved(STORED_REASONS.settled))
}

/**
 * Resolves the exceptions about reports of a deposit that its chain shows, once
 * it has made its payment paid.
 */
export async function resolveShown(
  db: Knex,
  deposit_id: string,
  now: Date
): Promise<void> {
  await stillOpen(db)
    .where({ deposit_id, kind: MISMATCH })
    .whereExists(db(TABLE.payment).where({ deposit_id }))
    .update(resolved(STORED_REASONS.settled, now))
}

/**
 * Resolves the exceptions about a deposit that is used up.
 *
 * @param by the user whose action did, if any
 */
export async function resolveUsedUp(
  db: Knex,
  deposit_id: string,
  by: string | null
): Promise<void> {
  await stillOpen(db)
    .where({ deposit_id })
    .whereIn("kind", MONEY_KINDS)
    .update(resolved(STORED_REASONS.used_up, new Date(), by))
}

/**
 * Resolves the exception that the gateway had not reported a deposit, or had
 * reported it for another payment.
 */
export async function resolveReported(
  db: Knex,
  deposit_id: string,
  payment_id: string | null
): Promise<void> {
  await stillOpen(db)
    .where({ deposit_id })
    .andWhere((either) =>
      either
        .where({ kind: TRANSFER_KIND })
        .orWhere((other) =>
          other.whereIn("kind", DEPOSIT_KINDS).whereNot({ payment_id })
        )
    )
    .update(resolved(STORED_REASONS.reported))
}

/**
 * Resolves the open exceptions about imbalances that are over.
 *
 * @param keys of those that persist
 */
export async function resolveBalanced(
  db: Knex,
  keys: readonly string[]
): Promise<void> {
  await stillOpen(db)
    .where({ kind: "unbalanced" satisfies ExceptionKind })
    .whereRaw("key <> ALL(?)", [[...keys]])
    .update(resolved(STORED_REASONS.accounted))
}
