import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { TABLE } from "../tables"

/** Erases the addresses that paid from the timeline and the deposits. */
export async function eraseSenders(trx: Knex, id: string): Promise<void> {
  await trx.raw(
    `UPDATE ${TABLE.fact} SET details = CASE kind
       WHEN 'proof' THEN jsonb_set(details, '{proof,sender}', 'null')
       ELSE jsonb_set(details, '{transfer,sender}', 'null') END
     WHERE payment_id = ? AND kind IN ('proof', 'seen')`,
    [id]
  )
  await trx(TABLE.deposit)
    .where({ payment_id: id, deleted_at: null })
    .update({ sender: null })
}
