import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { TABLE } from "../tables"

/** Erases the addresses that paid from the timeline and the seen transfers. */
export async function eraseSenders(trx: Knex, id: string): Promise<void> {
  await trx.raw(
    `UPDATE ${TABLE.fact} SET details = CASE kind
       WHEN 'proof' THEN jsonb_set(details, '{proof,sender}', 'null')
       WHEN 'seen' THEN jsonb_set(details, '{transfer,from}', 'null')
       ELSE details - 'address' END
     WHERE payment_id = ? AND kind IN ('proof', 'seen', 'screened')`,
    [id]
  )
  await trx(TABLE.seenTransfer)
    .where({ payment_id: id })
    .update({ from_address: "" })
}

/** Addresses that paid, which the messages of exceptions quote. */
export async function listSenders(trx: Knex, id: string): Promise<string[]> {
  const { rows } = await trx.raw<{ rows: { sender: string }[] }>(
    `SELECT proof ->> 'sender' AS sender FROM ${TABLE.payment}
       WHERE id = :id AND proof ->> 'sender' IS NOT NULL
     UNION SELECT from_address FROM ${TABLE.seenTransfer}
       WHERE payment_id = :id AND from_address <> ''`,
    { id }
  )
  return rows.map(({ sender }) => sender)
}
