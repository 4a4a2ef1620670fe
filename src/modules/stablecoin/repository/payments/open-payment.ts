import { newId } from "../new-id"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { firstReconcileAt, type Payment } from "../../../../ledger"
import type { AccountRow } from "../accounts/accounts"
import type { NewPayment } from "./payments"
import { TABLE } from "../tables"
import { hasCode } from "../database-error"
import { byDatabase } from "../schedules/schedule"

/** An account to retain with a payment. */
export type AccountToKeep = Pick<
  AccountRow,
  "key" | "rail" | "base_url" | "client_id"
> & {
  /**
   * Its secrets as they were read with the settings, and whether they need no
   * update. Null: it is not stored yet.
   */
  stored: { secrets: string | null; isUpToDate: boolean } | null
  /** Returns the secrets to store; null keeps the stored ones. */
  seal(): string | null
}

/** A payment to write. */
export type Opening = {
  payment: NewPayment
  /** Null for an account whose credentials are not retained. */
  account: AccountToKeep | null
  /** Maximum of open payments in its collection. */
  maxOpen: number
  now: Date
}

/** A row as written, with its version. */
export type OpenedPayment = Payment & {
  /** PostgreSQL's `xmin`, which changes with every update of the row. */
  version: string
}

/** SQLSTATE of a row that a unique key rejected. */
const UNIQUE_VIOLATION = "23505"

/** The unique index that keeps two starts from taking the same slot. */
const SLOTS = "IDX_stablecoin_payment_payment_collection_id_open_slot_unique"

/**
 * SQL of the lowest free slot of a collection. Only open payments are in the
 * index, so a payment that ends frees its slot.
 */
const FREE_SLOT = `SELECT min(slot) AS open_slot
  FROM generate_series(1, CAST(:maxOpen AS integer)) AS slot
  WHERE NOT EXISTS (
    SELECT FROM ${TABLE.payment} AS open
    WHERE open.payment_collection_id = :collection AND open.open_slot = slot
      AND open.status IN ('creating', 'pending') AND open.deleted_at IS NULL)
  HAVING min(slot) IS NOT NULL`

/**
 * Writes a payment's row as `creating`, together with the credentials it is
 * started with. Neither exists without the other, even after a crash. From here
 * on, no webhook about it counts as foreign.
 *
 * @returns null when its collection has `maxOpen` open payments: nothing was
 *   written
 */
export async function openPayment(
  db: Knex,
  opening: Opening
): Promise<OpenedPayment | null> {
  // A start that loses a slot then sees the winner's row, so one retry per slot
  // is enough.
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
  const opened = account.stored?.isUpToDate
    ? await insert(db, start, account)
    : null
  return (
    opened ??
    (await db.transaction(async (trx) => {
      await keepAccount(trx, account, now)
      return await insert(trx, start)
    }))
  )
}

type Start = {
  row: NewPayment & Pick<Payment, "status">
  /** When the payment is first reconciled. */
  next: Date
  maxOpen: number
}

/**
 * Writes the payment and its schedule, and chooses its slot, in one statement.
 * With `kept`, the account's row gets a shared lock before the payment is
 * written. Starts then don't wait for each other, and the account is not
 * removed meanwhile.
 *
 * @returns null when no slot is free, or the account is not stored any more
 */
async function insert(
  db: Knex,
  { row, next, maxOpen }: Start,
  kept?: Pick<AccountRow, "key">
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
       SELECT id, ${byDatabase(":next", ":local")} FROM opened
     )
     SELECT * FROM opened`,
    {
      ...values,
      columns,
      next,
      local: new Date(),
      maxOpen,
      collection: row.payment_collection_id,
      ...(kept && { key: kept.key }),
    } as unknown as Knex.RawBinding
  )
  return rows[0] ?? null
}

const KEPT = `SELECT 1 FROM ${TABLE.account} WHERE key = :key
  AND deleted_at IS NULL FOR KEY SHARE`

function isSlotTaken(error: unknown): boolean {
  return (
    hasCode(error, UNIQUE_VIOLATION) &&
    error instanceof Error &&
    "constraint" in error &&
    error.constraint === SLOTS
  )
}

/** Stores the account, unless it has changed since the settings were read. */
async function keepAccount(
  trx: Knex,
  { key, rail, base_url, client_id, stored, seal }: AccountToKeep,
  now: Date
): Promise<void> {
  // A shared lock: starts don't wait for each other, and the account is not
  // removed meanwhile.
  const row = await trx<AccountRow>(TABLE.account)
    .where({ key })
    .whereNull("deleted_at")
    .forKeyShare()
    .first("secrets")
  if (
    row &&
    (stored?.isUpToDate || row.secrets !== (stored?.secrets ?? null))
  ) {
    return
  }
  const secrets = seal()
  await trx(TABLE.account)
    .insert({ id: newId("stacc"), key, rail, base_url, client_id, secrets })
    .onConflict(trx.raw("(key) WHERE deleted_at IS NULL"))
    .merge({ updated_at: now, ...(secrets === null ? {} : { secrets }) })
}
