import type { Observer } from "../harness/postgres/observer"

/** Each copy has a session and a collection of its own. */
const COPIED: Record<string, string> = {
  payment_collection: "'id', row.id || number",
  payment_session: `'id', row.id || number,
    'payment_collection_id', row.payment_collection_id || number`,
  stablecoin_payment: `'id', row.id || number,
    'session_id', row.session_id || number,
    'payment_collection_id', row.payment_collection_id || number,
    'gateway_id', NULL`,
}

/**
 * Inserts copies of a payment with its rows in Medusa. Storefronts treat them
 * like any other payment.
 *
 * @returns the sessions
 */
export async function copyPayment(
  db: Observer,
  id: string,
  copies: number
): Promise<string[]> {
  const { session_id, payment_collection_id } = await db.one<{
    session_id: string
    payment_collection_id: string
  }>(
    `SELECT session_id, payment_collection_id FROM stablecoin_payment WHERE id = $1`,
    [id]
  )
  for (const [table, values] of Object.entries(COPIED)) {
    await db.query(
      `INSERT INTO ${table}
       SELECT (jsonb_populate_record(row, jsonb_build_object(${values}))).*
       FROM ${table} AS row, generate_series(1, $2::int) AS number
       WHERE row.id = ANY($1)`,
      [[id, session_id, payment_collection_id], copies]
    )
  }
  return Array.from({ length: copies }, (_, i) => `${session_id}${i + 1}`)
}
