import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import {
  OPEN_STATUSES,
  type Payment,
  type SeenCandidate,
  type Transfer,
  shownBefore,
} from "../../../../ledger"
import { TABLE } from "../tables"

const DAY_MS = 86_400_000
/**
 * Addresses of payments that have ended or expired are watched for this time:
 * buyers may also send coins days later. Settings don't matter, since a payment
 * keeps its own expiry.
 */
const WATCHED_AFTER_END_MS = 14 * DAY_MS

/** Payments that a transfer is compared with. More of the last rank change nothing. */
const AT_MOST = 100

/**
 * SQL of when a payment ended or expired, whichever is later. Exactly as in the
 * migration: PostgreSQL uses its index only where both agree.
 */
const ENDS_AT = `(CASE WHEN status IN ('creating', 'pending', 'abandoned') THEN 'infinity' ELSE GREATEST(expires_at, COALESCE(paid_at, updated_at)) END)`

const COLUMNS = [
  "id",
  "status",
  "chain",
  "currency",
  "amount",
  "tx_hash",
  "created_at",
] as const satisfies readonly (keyof SeenCandidate)[]

const IS_NAMED = "COALESCE(lower(tx_hash) = :tx_hash, false)"
const IS_OPEN = "status = ANY(:open)"
/** Amount and coin. */
const FITS =
  "CAST(amount AS numeric) = CAST(:amount AS numeric) AND currency = :currency"
const IS_EXACT = `${FITS} AND chain = :chain`

/**
 * Ranks the payments of an address as matching decides: a store may have shown
 * one address for any number of them, of any age.
 */
const RANK = `CASE
  WHEN id = :id OR ${IS_NAMED} THEN 0
  WHEN ${IS_OPEN} AND ${IS_EXACT} THEN 1
  WHEN ${IS_OPEN} AND ${FITS} THEN 2
  WHEN ${IS_OPEN} THEN 3
  WHEN ${IS_EXACT} THEN 4
  ELSE 5 END`

/**
 * Payments whose buyers were shown a transfer's address, those first that it
 * may be for.
 *
 * @param id a payment to list in any case, or null
 */
export async function listShown(
  db: Knex,
  transfer: Transfer,
  { now, id }: { now: Date; id: string | null }
): Promise<SeenCandidate[]> {
  const { rows } = await db.raw<{ rows: SeenCandidate[] }>(
    `SELECT ${COLUMNS.join(", ")} FROM ${TABLE.payment}
     WHERE lower(destination_address) = :to AND deleted_at IS NULL
       AND (${ENDS_AT} >= :since OR id = :id)
       AND (created_at <= :before OR ${IS_NAMED})
     ORDER BY ${RANK}, created_at DESC LIMIT ${AT_MOST}`,
    {
      to: transfer.destination_address,
      tx_hash: transfer.tx_hash,
      amount: transfer.amount,
      currency: transfer.currency,
      chain: transfer.chain,
      open: [...OPEN_STATUSES],
      since: watchedSince(now),
      before: shownBefore(transfer.arrived_at),
      id,
    }
  )
  return rows
}

/** Payments that show whether each gets an address of its own. */
const LAST_PAYMENTS = 20

/**
 * Whether an address is of one payment alone, so that all coins there are meant
 * for it. A wallet of the store has other coins: it is recognized by the last
 * payments of the account, which share it.
 */
export async function hasOwnAddress(
  db: Knex,
  { id, rail, account }: Pick<Payment, "id" | "rail" | "account">,
  address: string
): Promise<boolean> {
  const { rows } = await db.raw<{ rows: { is_own: boolean }[] }>(
    `SELECT NOT EXISTS (
       SELECT FROM ${TABLE.payment} WHERE lower(destination_address) = :address
         AND id <> :id AND deleted_at IS NULL
     ) AND count(*) > 1 AND count(*) = count(DISTINCT address) AS is_own
     FROM (
       SELECT lower(destination_address) AS address FROM ${TABLE.payment}
       WHERE rail = :rail AND account = :account AND deleted_at IS NULL
         AND destination_address IS NOT NULL
       ORDER BY created_at DESC LIMIT ${LAST_PAYMENTS}) AS last`,
    { id, rail, account, address }
  )
  return rows[0]?.is_own ?? false
}

/** An address in lower case, and when the oldest of its payments started. */
export type WatchedAddress = { address: string; started_at: Date }

/**
 * Addresses that buyers were shown: of open payments, and of those that have
 * ended or expired within two weeks. The one with the oldest payment is first.
 */
export async function listWatchedAddresses(
  db: Knex,
  now: Date
): Promise<WatchedAddress[]> {
  return await db(TABLE.payment)
    .select<WatchedAddress[]>(
      db.raw("lower(destination_address) AS address"),
      db.raw("min(created_at) AS started_at")
    )
    .whereRaw(`${ENDS_AT} >= ?`, [watchedSince(now)])
    .whereNotNull("destination_address")
    .whereNull("deleted_at")
    .groupBy("address")
    .orderBy("started_at")
}

function watchedSince(now: Date): Date {
  return new Date(now.getTime() - WATCHED_AFTER_END_MS)
}
