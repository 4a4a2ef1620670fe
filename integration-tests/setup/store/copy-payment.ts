import type { TestStore } from "./test-store"

/**
 * Copies a payment, two for each second before now, with amounts from 0 to 6.
 *
 * @param from number of the first copy, whose id is `stpay_` and its number
 */
export async function copyPayment(
  store: TestStore,
  id: string,
  count: number,
  from = 1
): Promise<void> {
  const db = store.db
  const { rows } = await db.raw<{ rows: { columns: string }[] }>(
    `SELECT string_agg(quote_ident(column_name), ', ') AS columns
     FROM information_schema.columns
     WHERE table_name = 'stablecoin_payment' AND column_name NOT IN
       ('id', 'session_id', 'created_at', 'amount')`
  )
  await db.raw(
    `INSERT INTO stablecoin_payment (id, session_id, created_at, amount, ${rows[0]!.columns})
     SELECT 'stpay_' || i, 'payses_' || i, now() - make_interval(secs => i / 2),
       (i % 7)::text || '.00', ${rows[0]!.columns}
     FROM stablecoin_payment, generate_series(?::int, ?::int) AS i WHERE id = ?`,
    [from, from + count - 1, id]
  )
}
