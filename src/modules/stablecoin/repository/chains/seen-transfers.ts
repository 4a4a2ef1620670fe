import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { type SeenTransfer, TRANSFER_KINDS } from "../../../../ledger"
import { TABLE } from "../tables"
import type { PurgeBatch, Purged } from "../webhook-events/purge-webhook-events"

/** A stored transfer, whose block number PostgreSQL returns as text. */
type SeenRow = Omit<SeenTransfer, "block_number" | "from" | "to"> & {
  block_number: string
  from_address: string
  to_address: string
}

const SEEN_COLUMNS = [
  "chain",
  "tx_hash",
  "log_index",
  "coin",
  "amount",
  "from_address",
  "to_address",
  "block_number",
  "block_time",
] as const satisfies readonly (keyof SeenRow)[]

const INSERTED_AT_ONCE = 1_000

/** Stores transfers that are not stored yet. */
export async function insertSeenTransfers(
  db: Knex,
  transfers: readonly SeenTransfer[]
): Promise<void> {
  // A statement takes 65,535 values.
  for (let from = 0; from < transfers.length; from += INSERTED_AT_ONCE) {
    await insertSome(db, transfers.slice(from, from + INSERTED_AT_ONCE))
  }
}

async function insertSome(
  db: Knex,
  transfers: readonly SeenTransfer[]
): Promise<void> {
  await db(TABLE.seenTransfer)
    .insert(
      transfers.map((transfer) => ({
        chain: transfer.chain,
        tx_hash: transfer.tx_hash,
        log_index: transfer.log_index,
        coin: transfer.coin,
        amount: transfer.amount,
        from_address: transfer.from,
        to_address: transfer.to,
        block_number: transfer.block_number,
        block_time: transfer.block_time,
      }))
    )
    .onConflict(["chain", "tx_hash", "log_index"])
    .ignore()
}

/**
 * Transfers that are not matched with payments yet, the oldest first. The
 * youngest wait, since the gateway usually reports them within seconds.
 *
 * @param page `skip`: transfers that stay unmatched in this pass
 */
export async function listUnmatched(
  db: Knex,
  before: Date,
  { limit, skip }: { limit: number; skip: number }
): Promise<SeenTransfer[]> {
  const rows = await db<SeenRow>(TABLE.seenTransfer)
    .select<SeenRow[]>(...SEEN_COLUMNS)
    .whereNull("matched_at")
    .where("block_time", "<=", before)
    .orderBy(["block_time", "chain", "tx_hash", "log_index"])
    .limit(limit)
    .offset(skip)
  return rows.map(toSeen)
}

function toSeen({
  from_address,
  to_address,
  block_number,
  ...row
}: SeenRow): SeenTransfer {
  return {
    ...row,
    from: from_address,
    to: to_address,
    block_number: Number(block_number),
  }
}

/**
 * Transfers that a payment may have received: to its address and not matched
 * yet, or with an open exception about this payment or about none. Read in one
 * statement, so that a transfer that is being matched is in one of both.
 */
export async function listUnassigned(
  db: Knex,
  { id, address }: { id: string; address: string }
): Promise<SeenTransfer[]> {
  const { rows } = await db.raw<{ rows: SeenRow[] }>(
    `SELECT ${SEEN_COLUMNS.join(", ")} FROM ${TABLE.seenTransfer}
     WHERE to_address = :address AND matched_at IS NULL
     UNION ALL
     SELECT ${SEEN_COLUMNS.map((name) => `seen.${name}`).join(", ")}
     FROM ${TABLE.exception} AS exception
     JOIN ${TABLE.seenTransfer} AS seen
       ON seen.chain = exception.details ->> 'chain'
       AND seen.tx_hash = exception.details ->> 'tx_hash'
       AND concat_ws(':', seen.chain, seen.tx_hash, seen.log_index, 'transfer') = exception.key
     WHERE exception.status = 'open' AND exception.kind = ANY(:kinds)
       AND exception.deleted_at IS NULL AND seen.to_address = :address
       AND (seen.payment_id = :id OR seen.payment_id IS NULL)
       AND seen.matched_at IS NOT NULL`,
    { id, address, kinds: [...TRANSFER_KINDS] }
  )
  return rows.map(toSeen)
}

/**
 * Transfers to an address that the gateway has reported for another payment of
 * it, which they did not pay: that payment has an open exception.
 *
 * @param id the payment that they may be for instead
 */
export async function listMisreported(
  db: Knex,
  { id, address }: { id: string; address: string }
): Promise<SeenTransfer[]> {
  const { rows } = await db.raw<{ rows: SeenRow[] }>(
    `SELECT ${SEEN_COLUMNS.map((name) => `seen.${name}`).join(", ")}
     FROM ${TABLE.payment} AS payment
     JOIN ${TABLE.transfer} AS claim ON claim.payment_id = payment.id
     JOIN ${TABLE.seenTransfer} AS seen
       ON seen.chain = claim.chain AND seen.tx_hash = claim.tx_hash
       AND claim.log_index IN (-1, seen.log_index)
     WHERE lower(payment.destination_address) = :address AND payment.id <> :id
       AND seen.to_address = :address AND seen.payment_id IS NULL
       AND (payment.status <> 'paid' OR lower(payment.tx_hash) <> seen.tx_hash)
       AND payment.deleted_at IS NULL AND claim.deleted_at IS NULL
       AND EXISTS (
         SELECT FROM ${TABLE.exception} AS exception
         WHERE exception.payment_id = payment.id AND exception.status = 'open'
           AND exception.deleted_at IS NULL
       )`,
    { id, address }
  )
  return rows.map(toSeen)
}

/**
 * Stores the payment that a transfer belongs to, or null if there is none, or if
 * the gateway has reported it.
 */
export async function noteMatch(
  db: Knex,
  { chain, tx_hash, log_index }: SeenTransfer,
  payment_id: string | null,
  now: Date
): Promise<void> {
  await db(TABLE.seenTransfer)
    .where({ chain, tx_hash, log_index })
    .update({ payment_id, matched_at: now })
}

/**
 * Deletes transfers that were matched before a time. Their facts and exceptions
 * stay.
 */
export async function purgeSeenTransfers(
  db: Knex,
  { before, limit }: PurgeBatch
): Promise<Purged> {
  const count = await db(TABLE.seenTransfer)
    .whereRaw("ctid = ANY(ARRAY(?))", [
      db(TABLE.seenTransfer)
        .where("matched_at", "<", before)
        .limit(limit)
        .select(db.raw("ctid")),
    ])
    .delete()
  return { count, next: count < limit ? null : before }
}
