import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { Payment } from "../../../../ledger"
import type { Pair, RefusedPair } from "../../settings/offers-pair"
import { TABLE } from "../tables"
import { openExceptions, type OpenedException } from "./exceptions"
import { resolved, stillOpen } from "./resolve-open"

const KIND = "coin_refused"

/** Refused starts in a row, after which a pair is left out of the offers. */
const REFUSALS_IN_A_ROW = 3

/**
 * SQL of the pairs that the gateway refuses, as one value, to read them along
 * with something else. Their open exceptions are the only record of them, which
 * each refusal updates.
 */
export const REFUSED_PAIRS = `SELECT COALESCE(jsonb_agg(
    details || jsonb_build_object('is_left_out',
      updated_at > now() - interval '1 hour')), '[]')
  FROM ${TABLE.exception}
  WHERE status = 'open' AND kind = '${KIND}'
    AND deleted_at IS NULL`

/** The pairs that the gateway refuses. */
export async function readRefusedPairs(db: Knex): Promise<RefusedPair[]> {
  const { rows } = await db.raw<{ rows: { pairs: RefusedPair[] }[] }>(
    `SELECT (${REFUSED_PAIRS}) AS pairs`
  )
  return rows[0]?.pairs ?? []
}

const IS_PAIR = `account = :account AND currency = :currency
  AND chain IS NOT DISTINCT FROM :chain`

/**
 * SQL of whether the gateway refused all of a pair's last starts that it
 * answered, since the merchant closed an exception about it.
 */
const IN_A_ROW = `SELECT count(*) FILTER (WHERE is_refused) = :times AS is_refused
  FROM (
    SELECT answer.kind = 'refused' AS is_refused
    FROM ${TABLE.payment} AS payment
    JOIN ${TABLE.fact} AS answer ON answer.payment_id = payment.id
      AND (answer.kind = 'started' OR answer.kind = 'refused'
        AND answer.details @> '{"refuses_pair": true}')
    WHERE ${IS_PAIR} AND payment.deleted_at IS NULL
      AND payment.created_at > COALESCE((
        SELECT max(closed.resolved_at) FROM ${TABLE.exception} AS closed
        WHERE closed.kind = '${KIND}' AND details @> :details
      ), '-infinity')
    ORDER BY payment.created_at DESC LIMIT :times) AS last`

/**
 * Records that the gateway refused a payment because of its pair. The third
 * refusal in a row opens an exception, and each later one prolongs it.
 *
 * @param said the gateway's own words
 */
export async function recordRefusedPair(
  db: Knex,
  payment: Payment,
  said: string | null
): Promise<OpenedException[]> {
  const { account, currency, chain } = payment
  const pair: Pair = { account, currency, chain }
  return await db.transaction(async (trx) => {
    // Two refusals at once open one exception.
    await trx.raw("SELECT pg_advisory_xact_lock(hashtextextended(?, 0))", [
      [KIND, account, currency, chain].join(":"),
    ])
    const updated_at = trx.fn.now()
    if (await openAbout(trx, pair).update({ updated_at })) {
      return []
    }
    const { rows } = await trx.raw<{ rows: { is_refused: boolean }[] }>(
      IN_A_ROW,
      { ...pair, details: JSON.stringify(pair), times: REFUSALS_IN_A_ROW }
    )
    if (!rows[0]?.is_refused) {
      return []
    }
    return await openExceptions(trx, null, [
      {
        kind: KIND,
        key: `${payment.id}:${KIND}`,
        details: { ...pair, rail: payment.rail, said },
      },
    ])
  })
}

/** Resolves the exception about a pair that is refused no more. */
export async function resolveRefusedPair(
  db: Knex,
  pair: Pair,
  note: string,
  now = new Date()
): Promise<void> {
  await openAbout(db, pair).update(resolved(note, now))
}

function openAbout(db: Knex, { account, currency, chain }: Pair) {
  return stillOpen(db)
    .where({ kind: KIND, deleted_at: null })
    .whereRaw("details @> ?", [JSON.stringify({ account, currency, chain })])
}
