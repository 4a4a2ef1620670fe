import type { Observer } from "../harness/postgres/observer"

/**
 * Inserts copies of a payment, each with its own session. Payment streams
 * treat them like any other payment.
 *
 * @returns the sessions
 */
export async function copyPayment(
  db: Observer,
  id: string,
  copies: number
): Promise<string[]> {
  const rows = await db.query<{ session_id: string }>(
    `INSERT INTO stablecoin_payment
     SELECT (jsonb_populate_record(payment, jsonb_build_object(
       'id', payment.id || number, 'session_id', payment.session_id || number,
       'gateway_id', NULL, 'open_slot', NULL
     ))).*
     FROM stablecoin_payment AS payment, generate_series(1, $2::int) AS number
     WHERE payment.id = $1
     RETURNING session_id`,
    [id, copies]
  )
  return rows.map(({ session_id }) => session_id)
}
