import type { Observer } from "../harness/postgres/observer"

/** In the ids of copies. */
export const MARK = "_bench_"

/** Each copy has a session and a collection of its own. */
const COPIED: Record<string, string> = {
  payment_collection: "'id', row.id || mark",
  payment_session: `'id', row.id || mark,
    'payment_collection_id', row.payment_collection_id || mark`,
  stablecoin_payment: `'id', row.id || mark,
    'session_id', row.session_id || mark,
    'payment_collection_id', row.payment_collection_id || mark,
    'gateway_id', own.gateway_id`,
}

/**
 * Inserts copies of a payment with its rows in Medusa. Storefronts treat them
 * like any other payment.
 *
 * @param gatewayIds one for each copy
 * @returns the sessions
 */
export async function copyPayment(
  db: Observer,
  id: string,
  gatewayIds: readonly (string | null)[]
): Promise<string[]> {
  const { session_id, payment_collection_id } = await db.one<{
    session_id: string
    payment_collection_id: string
  }>(
    `SELECT session_id, payment_collection_id FROM stablecoin_payment WHERE id = $1`,
    [id]
  )
  const marks = gatewayIds.map((_, i) => `${MARK}${i}`)
  for (const [table, values] of Object.entries(COPIED)) {
    await db.query(
      `INSERT INTO ${table}
       SELECT copy.* FROM ${table} AS row,
         unnest($2::text[], $3::text[]) AS own (mark, gateway_id),
         jsonb_populate_record(row, jsonb_build_object(${values})) AS copy
       WHERE row.id = ANY($1)`,
      [[id, session_id, payment_collection_id], marks, gatewayIds]
    )
  }
  return marks.map((mark) => session_id + mark)
}
