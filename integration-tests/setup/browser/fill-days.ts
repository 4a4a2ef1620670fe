import type { AdminStore } from "./facts"
import { withDatabase } from "./on-chain"

/**
 * Gives a store the payments of former days, in test mode: several a day, in
 * both coins and on several networks, some of them unpaid.
 */
export async function fillDays(store: AdminStore, days: number): Promise<void> {
  await withDatabase(store, async (db) => {
    await db.raw(
      `INSERT INTO stablecoin_payment (
         id, session_id, payment_collection_id, rail, provider_id, status, mode,
         account, checkout_flow, capture, amount, currency, chain, cart_amount,
         cart_currency, net_amount, paid_at, expires_at, created_at)
       SELECT 'stpay_day_' || day || '_' || i, 'payses_day_' || day || '_' || i,
         'pay_col_day_' || day || '_' || i, rail, 'pp_stablecoin', status,
         'test', rail || '_days', 'pay_first', 'automatic', amount, currency,
         CASE WHEN rail = 'onchain' THEN chain END, amount, 'usd',
         CASE WHEN status = 'paid' AND rail = 'onchain'
           THEN (amount::numeric * 0.99)::text END,
         CASE WHEN status = 'paid' THEN created_at + (40 + i * 13) * interval '1 second' END,
         created_at + interval '1 hour', created_at
       FROM (
         SELECT day, i,
           CASE WHEN i % 3 = 0 THEN 'hosted' ELSE 'onchain' END AS rail,
           CASE WHEN i % 7 = 6 THEN 'abandoned' ELSE 'paid' END AS status,
           (ARRAY['USDT', 'USDC', 'USDT'])[1 + i % 3] AS currency,
           (ARRAY['POLYGON', 'BASE', 'ETH', 'BSC'])[1 + (i + day) % 4] AS chain,
           ((day * 7919 + i * 104729) % 18000 / 100.0 + 12)::numeric(10, 2)::text AS amount,
           now() - day * interval '1 day' - i * interval '1 minute' AS created_at
         FROM generate_series(1, ?::int) AS day,
           LATERAL generate_series(1, 3 + day * 5 % 9) AS i
       ) AS payment`,
      [days]
    )
  })
}

/** Removes them: they have no orders, and the store is shared. */
export async function removeDays(store: AdminStore): Promise<void> {
  await withDatabase(store, async (db) => {
    await db("stablecoin_payment").whereLike("account", "%_days").delete()
  })
}
