import type { Knex } from "@medusajs/framework/mikro-orm/knex"

const HOUR_MS = 3600 * 1000

const DIGITS = 7

/**
 * SQL of row `i`'s number in its ids. All have the same length, so that no id
 * is the beginning of another.
 */
export const SERIAL = `lpad(i::text, ${DIGITS}, '0')`

/** A row's number as in its ids. */
export function serial(row: number): string {
  return String(row).padStart(DIGITS, "0")
}

/**
 * SQL that picks each value for its share (0 to 1) of all rows. The last value
 * gets the rest. Values don't follow time, so a rare value may be anywhere in
 * the table.
 */
const oneOf = (seed: number, shares: [value: string, share: number][]) => {
  const [rest, ...others] = [...shares].reverse() as typeof shares
  const random = `mod(abs(hashint8extended(i, ${seed})), 1000000)`
  const cases = others.reverse().reduce<{ sql: string; sum: number }>(
    ({ sql, sum }, [value, share]) => ({
      sql: `${sql} WHEN ${random} < ${Math.round((sum + share) * 1_000_000)} THEN ${value}`,
      sum: sum + share,
    }),
    { sql: "", sum: 0 }
  )
  return `CASE${cases.sql} ELSE ${rest![0]} END`
}

/**
 * Years of a shop: `rows` payments, one per minute until now, and as many
 * webhooks. Most payments are paid. A few are on a rare chain, in test mode,
 * with old credentials, still pending, or contradicted by their chain.
 */
export async function fillLedger(db: Knex, rows: number): Promise<void> {
  await Promise.all([
    fillPayments(db, rows),
    fillTable(db, "stablecoin_webhook_event", webhookEvents(rows)),
  ])
}

/** Fills only the payments, with their schedules. */
export async function fillPayments(db: Knex, rows: number): Promise<void> {
  await fillTable(db, "stablecoin_payment", payments(rows))
  await fillTable(db, "stablecoin_schedule", SCHEDULES)
}

/**
 * Refills a table of the connection's schema. Building an index at the end is
 * much faster than updating it row by row.
 */
export async function fillTable(
  db: Knex,
  table: string,
  insert: string
): Promise<void> {
  const indexes: { indexname: string; indexdef: string }[] = await db(
    "pg_indexes"
  )
    .where({ tablename: table })
    .whereRaw("schemaname = current_schema()")
    .whereNot("indexname", "like", "%_pkey")
  await db.transaction(async (trx) => {
    // A table truncated in the same transaction needs no WAL for its rows.
    await trx.raw("TRUNCATE ?? CASCADE", [table])
    for (const { indexname } of indexes) {
      await trx.raw("DROP INDEX ??", [indexname])
    }
    await trx.raw(insert)
  })
  const left = indexes.map(({ indexdef }) => indexdef)
  const build = async () => {
    for (let next = left.pop(); next; next = left.pop()) {
      await buildIndex(db, next)
    }
  }
  await Promise.all([build(), build()])
  await db.raw("VACUUM ANALYZE ??", [table])
}

async function buildIndex(db: Knex, definition: string): Promise<void> {
  await db.transaction(async (trx) => {
    await trx.raw("SET LOCAL maintenance_work_mem = '256MB'")
    // Building whole indexes in parallel is faster than parallelizing one.
    await trx.raw("SET LOCAL max_parallel_maintenance_workers = 0")
    await trx.raw(definition)
  })
}

const SCHEDULES = `INSERT INTO stablecoin_schedule
    (payment_id, next_reconcile_at)
  SELECT id,
    CASE WHEN status IN ('creating', 'pending') THEN now() + '1 hour' END
  FROM stablecoin_payment`

function payments(rows: number): string {
  return `INSERT INTO stablecoin_payment (
       id, session_id, payment_collection_id, cart_id, order_id, rail,
       provider_id, status, mode, account, checkout_flow, capture, amount,
       currency, chain, cart_amount, cart_currency, gateway_id, success_url,
       cancel_url, return_token, tx_hash, reference, destination_address,
       net_amount, customer_id, paid_at, proof_status, expires_at, created_at)
     SELECT 'stpay_' || ${SERIAL}, 'payses_' || ${SERIAL},
       'pay_col_' || ${SERIAL}, 'cart_' || ${SERIAL},
       CASE WHEN status = 'paid' THEN 'order_' || ${SERIAL} END, rail,
       'pp_stablecoin', status, mode, rail || account, 'pay_first',
       'automatic', amount, currency,
       CASE WHEN rail = 'onchain' THEN chain END, amount, 'usd',
       'gateway-' || ${SERIAL}, 'http://shop/thanks', 'http://shop/cart',
       md5(i::text),
       CASE WHEN status = 'paid' THEN '0x' || md5(i::text) END,
       'REF-' || ${SERIAL},
       CASE WHEN rail = 'onchain' THEN '0x' || md5('address' || i) END,
       CASE WHEN status = 'paid' THEN amount END,
       'cus_' || ${SERIAL},
       CASE WHEN status = 'paid' THEN created_at + '3 minutes' END,
       CASE WHEN status = 'paid' AND rail = 'onchain' THEN proof END,
       created_at + '1 hour',
       created_at
     FROM (
       SELECT i,
         ${oneOf(1, [
           ["'hosted'", 0.4],
           ["'onchain'", 0.6],
         ])} AS rail,
         ${oneOf(2, [
           ["'creating'", 0.0001],
           ["'pending'", 0.02],
           ["'failed'", 0.03],
           ["'abandoned'", 0.1],
           ["'cancelled'", 0.15],
           ["'paid'", 0.6999],
         ])} AS status,
         ${oneOf(3, [
           ["'AVALANCHE'", 0.0005],
           ["'ARBITRUM'", 0.02],
           ["'BASE'", 0.05],
           ["'BSC'", 0.05],
           ["'ETH'", 0.05],
           ["'POLYGON'", 0.8295],
         ])} AS chain,
         ${oneOf(4, [
           ["'test'", 0.001],
           ["'live'", 0.999],
         ])} AS mode,
         ${oneOf(5, [
           ["'_old'", 0.002],
           ["'_now'", 0.998],
         ])} AS account,
         ${oneOf(6, [
           ["'USDC'", 0.3],
           ["'USDT'", 0.7],
         ])} AS currency,
         ${oneOf(10, [
           ["'contradicted'", 0.0001],
           ["'found'", 0.0001],
           ["NULL", 0.2],
           ["'proven'", 0.7998],
         ])} AS proof,
         (abs(hashint8extended(i, 7)) % 50000 / 100.0)::numeric(10, 2)::text AS amount,
         now() - make_interval(mins => (${rows} - i)::int) AS created_at
       FROM generate_series(1, ${rows}::bigint) AS i
     ) AS payment`
}

function webhookEvents(rows: number): string {
  return `INSERT INTO stablecoin_webhook_event (
       id, rail, event, digest, body, signed_for, payment_id, status, created_at)
     SELECT 'stwhe_' || ${SERIAL},
       ${oneOf(1, [
         ["'hosted'", 0.4],
         ["'onchain'", 0.6],
       ])},
       ${oneOf(8, [
         ["'payment.failed'", 0.0005],
         ["'transaction.created'", 0.4],
         ["'payment.success'", 0.5995],
       ])},
       md5(i::text), '{}', '[]', 'stpay_' || ${SERIAL},
       ${oneOf(9, [
         ["'dead'", 0.0001],
         ["'failed'", 0.0002],
         ["'ignored'", 0.01],
         ["'processed'", 0.9897],
       ])},
       now() - make_interval(mins => (${rows} - i)::int)
     FROM generate_series(1, ${rows}::bigint) AS i`
}

/** Exceptions and refunds, of which one in `share` is still open. */
export async function fillMerchantWork(
  db: Knex,
  rows: number,
  share: number
): Promise<void> {
  const series = `now() - make_interval(mins => (${rows} - i)::int)
     FROM generate_series(1, ${rows}::bigint) AS i`
  const isWaiting = `i % ${share} = 0`
  await fillTable(
    db,
    "stablecoin_exception",
    `INSERT INTO stablecoin_exception (id, key, payment_id, kind, status, created_at)
     SELECT 'stexc_' || ${SERIAL}, i, 'stpay_' || ${SERIAL}, 'not_settled',
       CASE WHEN ${isWaiting} THEN 'open' ELSE 'resolved' END, ${series}`
  )
  await fillTable(
    db,
    "stablecoin_refund",
    `INSERT INTO stablecoin_refund (id, deposit_id, payment_id, amount, allocated,
       currency, cart_amount, cart_currency, status, created_at)
     SELECT 'stref_' || ${SERIAL}, 'stdep_' || ${SERIAL}, 'stpay_' || ${SERIAL}, '1.00', '1.00', 'USDT', '1.00', 'usd',
       CASE WHEN ${isWaiting} THEN 'due' ELSE 'sent' END, ${series}`
  )
}

/** A timestamp that many hours ago, in the format of an admin's filter. */
export function hoursAgo(hours: number): string {
  return new Date(Date.now() - hours * HOUR_MS).toISOString()
}
