import { generateEntityId } from "@medusajs/framework/utils"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { firstLookAt, type Payment } from "../../../ledger"
import type { AccountRow } from "./accounts"
import type { NewPayment } from "./payments"
import { TABLE } from "./tables"

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

/** A row as it was written, and which version of it that is. */
export type OpenedPayment = Payment & {
  /** PostgreSQL's `xmin`: another one as soon as anybody has changed the row. */
  version: string
}

/** Locks an account if it is stored as it is known to be. */
const KEPT = `SELECT 1 FROM ?? WHERE key = ? AND deleted_at IS NULL
  AND secrets IS NOT DISTINCT FROM ? FOR KEY SHARE`

/**
 * Writes a payment's row `creating` together with the credentials that it is
 * started with: there is none without the other, whatever dies in between. From
 * here on, no webhook about it is foreign.
 */
export async function openPayment(
  db: Knex,
  payment: NewPayment,
  account: AccountToKeep | null,
  now: Date
): Promise<OpenedPayment> {
  const row = { ...payment, status: "creating" } as const
  const next = firstLookAt(now)
  if (!account) {
    return written(await insert(db, row, next), payment)
  }
  const { known, key } = account
  if (known !== undefined) {
    const opened = await insert(db, row, next, { key, secrets: known })
    if (opened) {
      return opened
    }
  }
  const { secrets, opened } = await db.transaction(async (trx) => ({
    secrets: await keepAccount(trx, account, now),
    opened: written(await insert(trx, row, next), payment),
  }))
  account.remember(secrets)
  return opened
}

/**
 * Writes the payment and its schedule in one statement. Its lock on the account
 * is shared, so that starts don't wait for each other, and it is taken before
 * the row is written: the account is not forgotten meanwhile.
 *
 * @param kept the account as it is known to be stored, if it is
 * @returns undefined when it is stored otherwise, and nothing was written
 */
async function insert(
  db: Knex,
  row: NewPayment & Pick<Payment, "status">,
  next: Date,
  kept?: Pick<AccountRow, "key" | "secrets">
): Promise<OpenedPayment | undefined> {
  const columns = Object.keys(row)
  const { rows } = await db.raw<{ rows: OpenedPayment[] }>(
    `WITH ${kept ? `kept AS (${KEPT}), ` : ""}opened AS (
       INSERT INTO ?? (??)
       SELECT ${columns.map(() => "?").join(", ")}${kept ? " FROM kept" : ""}
       RETURNING *, xmin::text AS version
     ), scheduled AS (
       INSERT INTO ?? (payment_id, next_look_at) SELECT id, ? FROM opened
     )
     SELECT * FROM opened`,
    [
      ...(kept ? [TABLE.account, kept.key, kept.secrets] : []),
      TABLE.payment,
      columns,
      ...Object.values(row),
      TABLE.schedule,
      next,
    ] as Knex.RawBinding[]
  )
  return rows[0]
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

function written(
  opened: OpenedPayment | undefined,
  { id }: NewPayment
): OpenedPayment {
  if (!opened) {
    throw new Error(`Payment ${id} was not stored.`)
  }
  return opened
}
