import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { STORED_REASONS } from "../../../../exceptions/stored-reasons"
import {
  DEPOSIT_KINDS,
  type ExceptionKind,
  type ExceptionProblem,
  MONEY_KINDS,
  SETTLEMENT_KINDS,
  TRANSFER_KIND,
} from "../../../../ledger"
import { TABLE } from "../tables"
import { resolved } from "./exceptions"

/**
 * Resolves exceptions of settling about a payment that Medusa matches by now,
 * and those about what has paid it after all: a transfer of another payment, or
 * one of which its chain shows the amount.
 *
 * @param persisting keys of exceptions whose problems persist
 */
export async function resolveSettled(
  db: Knex,
  id: string,
  persisting: readonly string[] = [],
  now = new Date()
): Promise<void> {
  await db(TABLE.exception)
    .where({ payment_id: id, status: "open" })
    .whereNotIn("key", [...persisting])
    .andWhere((settled) =>
      settled.whereIn("kind", SETTLEMENT_KINDS).orWhereRaw(
        `EXISTS (SELECT FROM ${TABLE.payment} AS payment
            JOIN ${TABLE.deposit} AS own ON own.id = payment.deposit_id
            WHERE payment.id = ${TABLE.exception}.payment_id
              AND CASE ${TABLE.exception}.kind
                WHEN :reused THEN own.chain = details ->> 'chain'
                  AND own.tx_hash = lower(details ->> 'tx_hash')
                WHEN :mismatch THEN own.id = ${TABLE.exception}.deposit_id
                  AND own.seen_at IS NOT NULL END)`,
        {
          reused: "transfer_reused" satisfies ExceptionKind,
          mismatch: "deposit_mismatch" satisfies ExceptionKind,
        }
      )
    )
    .update(resolved(STORED_REASONS.settled, now))
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
  const kind = "deposit_mismatch" satisfies ExceptionKind
  await db(TABLE.exception)
    .where({ deposit_id, kind, status: "open" })
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
  const note = STORED_REASONS.used_up
  await db(TABLE.exception)
    .where({ deposit_id, status: "open" })
    .whereIn("kind", MONEY_KINDS)
    .update(resolved(note, new Date(), by))
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
  const note = STORED_REASONS.reported
  await db(TABLE.exception)
    .where({ deposit_id, status: "open" })
    .andWhere((reported) =>
      reported
        .where({ kind: TRANSFER_KIND })
        .orWhere((other) =>
          other.whereIn("kind", DEPOSIT_KINDS).whereNot({ payment_id })
        )
    )
    .update(resolved(note, new Date()))
}

/**
 * Resolves the open exceptions of a problem that is gone.
 *
 * @param keys of those that persist
 */
export async function resolveOthers(
  db: Knex,
  problem: ExceptionProblem,
  keys: readonly string[],
  note: string,
  now: Date
): Promise<void> {
  await db(TABLE.exception)
    .where({ ...problem, status: "open" })
    .whereRaw("key <> ALL(?)", [[...keys]])
    .update(resolved(note, now))
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
    .update(resolved(note, now, by))
}
