import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { TABLE } from "../tables"

/**
 * SQL of the keys of a payment's seen transfers: those that were matched with it
 * and those to its address that the gateway reported for it.
 */
const SEEN_TRANSFERS = `
  SELECT chain, tx_hash, log_index FROM ${TABLE.seenTransfer}
  WHERE payment_id = :id
  UNION
  SELECT seen.chain, seen.tx_hash, seen.log_index
  FROM ${TABLE.transfer} AS claim
  JOIN ${TABLE.payment} AS payment ON payment.id = claim.payment_id
  JOIN ${TABLE.seenTransfer} AS seen
    ON seen.chain = claim.chain AND seen.tx_hash = claim.tx_hash
    AND seen.to_address = lower(payment.destination_address)
    AND claim.log_index IN (-1, seen.log_index)
  WHERE claim.payment_id = :id AND claim.deleted_at IS NULL`

/** Erases the addresses that paid from the timeline and the seen transfers. */
export async function eraseSenders(trx: Knex, id: string): Promise<void> {
  await trx.raw(
    `UPDATE ${TABLE.fact} SET details = CASE kind
       WHEN 'proof' THEN jsonb_set(details, '{proof,sender}', 'null')
       ELSE jsonb_set(details, '{transfer,from}', 'null') END
     WHERE payment_id = ? AND kind IN ('proof', 'seen')`,
    [id]
  )
  await trx.raw(
    `UPDATE ${TABLE.seenTransfer} SET from_address = ''
     WHERE (chain, tx_hash, log_index) IN (${SEEN_TRANSFERS})`,
    { id }
  )
}

/** Addresses that paid, which the messages of exceptions quote. */
export async function listSenders(trx: Knex, id: string): Promise<string[]> {
  const { rows } = await trx.raw<{ rows: { sender: string }[] }>(
    `SELECT proof ->> 'sender' AS sender FROM ${TABLE.payment}
       WHERE id = :id AND proof ->> 'sender' IS NOT NULL
     UNION SELECT from_address FROM ${TABLE.seenTransfer}
       WHERE (chain, tx_hash, log_index) IN (${SEEN_TRANSFERS})
         AND from_address <> ''`,
    { id }
  )
  return rows.map(({ sender }) => sender)
}
