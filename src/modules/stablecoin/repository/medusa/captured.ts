import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { Captured } from "../../../../ledger"
import { TABLE } from "../tables"
import { CAPTURED_SQL } from "./fragments"

/**
 * Reads what Medusa has captured of the payment that a deposit paid; null
 * without a payment in Medusa. Medusa stores a capture before it is allocated,
 * and deletes it if it fails.
 */
export async function readCaptured(
  db: Knex,
  deposit_id: string
): Promise<Captured | null> {
  const { rows } = await db.raw<{ rows: { own: Captured }[] }>(
    `SELECT ${CAPTURED_SQL} AS own FROM ${TABLE.payment} AS ledger
     JOIN payment AS own ON own.payment_session_id = ledger.session_id
       AND own.deleted_at IS NULL
     WHERE ledger.deposit_id = :deposit_id AND ledger.deleted_at IS NULL`,
    { deposit_id }
  )
  return rows[0]?.own ?? null
}
