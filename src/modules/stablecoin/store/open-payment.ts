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

/** How every way of writing the row answers. */
const VERSIONED = "*, xmin::text AS version"

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
  const row = {
    ...payment,
    status: "creating",
    next_look_at: firstLookAt(now),
  } as const
  if (!account) {
    return written(await insert(db, row), payment)
  }
  const { known } = account
  if (known !== undefined) {
    const opened = await insertBeside(db, row, account.key, known)
    if (opened) {
      return opened
    }
  }
  const { secrets, opened } = await db.transaction(async (trx) => ({
    secrets: await keepAccount(trx, account, now),
    opened: written(await insert(trx, row), payment),
  }))
  account.remember(secrets)
  return opened
}

type Row = NewPayment & Pick<Payment, "status" | "next_look_at">

async function insert(db: Knex, row: Row): Promise<OpenedPayment | undefined> {
  const [opened] = await db(TABLE.payment)
    .insert(row)
    .returning<OpenedPayment[]>(db.raw(VERSIONED))
  return opened
}

/**
 * The same beside an account that is kept as it is known to be, in one
 * statement. Its lock is shared, so that starts don't wait for each other, and
 * it is taken before the row is written: the account is not forgotten meanwhile.
 *
 * @returns undefined when it is not kept so, and nothing was written
 */
async function insertBeside(
  db: Knex,
  row: Row,
  key: string,
  secrets: string | null
): Promise<OpenedPayment | undefined> {
  const columns = Object.keys(row)
  const { rows } = await db.raw<{ rows: OpenedPayment[] }>(
    `WITH kept AS (
       SELECT 1 FROM ?? WHERE key = ? AND deleted_at IS NULL
         AND secrets IS NOT DISTINCT FROM ? FOR KEY SHARE
     )
     INSERT INTO ?? (??)
     SELECT ${columns.map(() => "?").join(", ")} FROM kept
     RETURNING ${VERSIONED}`,
    [
      TABLE.account,
      key,
      secrets,
      TABLE.payment,
      columns,
      ...Object.values(row),
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
