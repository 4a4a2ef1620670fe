import { generateEntityId } from "@medusajs/framework/utils"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { firstReconcileAt, type Payment } from "../../../ledger"
import type { AccountRow } from "./accounts"
import type { NewPayment } from "./payments"
import { TABLE } from "./tables"
import { isUniqueViolation } from "./unique-violation"

/** An account that is to be kept with a payment. */
export type AccountToKeep = Omit<AccountRow, "secrets"> & {
  /** What was stored when it last needed no writing; undefined: not looked yet. */
  known: string | null | undefined
  /** Takes note of what is stored now and needs no writing. */
  remember(secrets: string | null): void
  /** Whether what is stored needs no writing. */
  isKept(secrets: string | null): boolean
  /** What to store; null: nothing, and what is there stays. */
  seal(): string | null
}

/** A payment that is to be written. */
export type Opening = {
  payment: NewPayment
  /** Null for an account whose credentials are not kept. */
  account: AccountToKeep | null
  /** How many open payments its collection may have. */
  maxOpen: number
  now: Date
}

/** A row as it was written, and which version of it that is. */
export type OpenedPayment = Payment & {
  /** PostgreSQL's `xmin`: another one as soon as anybody has changed the row. */
  version: string
}

/** The unique index that keeps two starts from taking one slot. */
const SLOTS = "IDX_stablecoin_payment_payment_collection_id_open_slot_unique"

/**
 * The lowest slot that none of a collection's open payments has. A payment frees
 * its slot by ending: the index holds open ones alone.
 */
const FREE_SLOT = `SELECT min(slot) AS open_slot
  FROM generate_series(1, CAST(:maxOpen AS integer)) AS slot
  WHERE NOT EXISTS (
    SELECT FROM ${TABLE.payment} AS open
    WHERE open.payment_collection_id = :collection AND open.open_slot = slot
      AND open.status IN ('creating', 'pending') AND open.deleted_at IS NULL)
  HAVING min(slot) IS NOT NULL`

/**
 * Writes a payment's row `creating` together with the credentials that it is
 * started with: there is none without the other, whatever dies in between. From
 * here on, no webhook about it is foreign.
 *
 * @returns null when its collection has as many, and nothing was written
 */
export async function openPayment(
  db: Knex,
  opening: Opening
): Promise<OpenedPayment | null> {
  // Each loser of a slot sees its winner, and there are no more slots than these.
  for (let tries = 0; tries <= opening.maxOpen; tries++) {
    try {
      return await tryToOpen(db, opening)
    } catch (error) {
      if (!isSlotTaken(error)) {
        throw error
      }
    }
  }
  return null
}

async function tryToOpen(
  db: Knex,
  { payment, account, maxOpen, now }: Opening
): Promise<OpenedPayment | null> {
  const start: Start = {
    row: { ...payment, status: "creating" },
    next: firstReconcileAt(now),
    maxOpen,
  }
  if (!account) {
    return await insert(db, start)
  }
  const { key, known } = account
  if (known !== undefined) {
    const opened = await insert(db, start, { key, secrets: known })
    if (opened) {
      return opened
    }
  }
  const { secrets, opened } = await db.transaction(async (trx) => ({
    secrets: await keepAccount(trx, account, now),
    opened: await insert(trx, start),
  }))
  account.remember(secrets)
  return opened
}

type Start = {
  row: NewPayment & Pick<Payment, "status">
  /** When the payment is reconciled first. */
  next: Date
  maxOpen: number
}

/**
 * Writes the payment and its schedule in one statement with the choice of its
 * slot. Beside an account that is kept as it is known to be, its lock is shared,
 * so that starts don't wait for each other, and it is taken before the row is
 * written: the account is not forgotten meanwhile.
 *
 * @returns null when no slot is free, or the account is not kept so
 */
async function insert(
  db: Knex,
  { row, next, maxOpen }: Start,
  kept?: Pick<AccountRow, "key" | "secrets">
): Promise<OpenedPayment | null> {
  const columns = Object.keys(row)
  const values = Object.fromEntries(
    Object.values(row).map((value, index) => [`value${index}`, value])
  )
  const { rows } = await db.raw<{ rows: OpenedPayment[] }>(
    `WITH ${kept ? `kept AS (${KEPT}), ` : ""}free AS (${FREE_SLOT}), opened AS (
       INSERT INTO "${TABLE.payment}" (:columns:, open_slot)
       SELECT ${Object.keys(values)
         .map((name) => `:${name}`)
         .join(", ")}, free.open_slot
       FROM free${kept ? ", kept" : ""}
       RETURNING *, xmin::text AS version
     ), scheduled AS (
       INSERT INTO "${TABLE.schedule}" (payment_id, next_reconcile_at)
       SELECT id, CAST(:next AS timestamptz) FROM opened
     )
     SELECT * FROM opened`,
    {
      ...values,
      columns,
      next,
      maxOpen,
      collection: row.payment_collection_id,
      ...(kept ?? {}),
    } as unknown as Knex.RawBinding
  )
  return rows[0] ?? null
}

const KEPT = `SELECT 1 FROM ${TABLE.account} WHERE key = :key
  AND deleted_at IS NULL
  AND secrets IS NOT DISTINCT FROM CAST(:secrets AS text) FOR KEY SHARE`

function isSlotTaken(error: unknown): boolean {
  return (
    isUniqueViolation(error) &&
    error instanceof Error &&
    "constraint" in error &&
    error.constraint === SLOTS
  )
}

/** @returns what is stored then */
async function keepAccount(
  trx: Knex,
  { key, rail, base_url, client_id, isKept, seal }: AccountToKeep,
  now: Date
): Promise<string | null> {
  // Shared, so that starts don't wait for each other, and none is forgotten meanwhile.
  const row = await trx<AccountRow>(TABLE.account)
    .where({ key })
    .whereNull("deleted_at")
    .forKeyShare()
    .first("secrets")
  if (row && isKept(row.secrets)) {
    return row.secrets
  }
  const secrets = seal()
  await trx(TABLE.account)
    .insert({
      id: generateEntityId(undefined, "stacc"),
      key,
      rail,
      base_url,
      client_id,
      secrets,
    })
    .onConflict(trx.raw("(key) WHERE deleted_at IS NULL"))
    .merge({ updated_at: now, ...(secrets === null ? {} : { secrets }) })
  return secrets
}
