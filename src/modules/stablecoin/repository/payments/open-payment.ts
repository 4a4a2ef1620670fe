import { newId } from "../new-id"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import {
  firstReconcileAt,
  type Payment,
  type PaymentStatus,
} from "../../../../ledger"
import type { AccountRow } from "../accounts/accounts"
import type { Quote } from "../../../../pricing"
import { KEEP_QUOTE, quoteRow } from "../prices/quotes"
import type { NewPayment } from "./payments"
import { TABLE } from "../tables"
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
  /** Its quote, if that is not stored yet. */
  quote: Quote | null
  now: Date
}

/** A row as written, with its version. */
export type OpenedPayment = Payment & {
  /** PostgreSQL's `xmin`, which changes with every update of the row. */
  version: string
}

/**
 * Writes a payment's row as `creating`, after the credentials it is started
 * with. From here on, no webhook about it counts as foreign.
 */
export async function openPayment(
  db: Knex,
  { payment, account, quote, now }: Opening
): Promise<OpenedPayment> {
  if (account && !account.stored?.isUpToDate) {
    await keepAccount(db, account, now)
  }
  for (;;) {
    const opened = await insert(db, payment, now, account, quote)
    if (opened) {
      return opened
    }
    // It was removed since the settings were read.
    await keepAccount(db, account!, now)
  }
}

/**
 * Writes the payment, its new quote and its schedule in one statement. With
 * `kept`, the account's row gets a shared lock before the payment is written.
 * Starts then don't wait for each other, and the account is not removed
 * meanwhile.
 *
 * @returns null when the account is not stored any more
 */
async function insert(
  db: Knex,
  payment: NewPayment,
  now: Date,
  kept: Pick<AccountRow, "key"> | null,
  quote: Quote | null
): Promise<OpenedPayment | null> {
  const row = { ...payment, status: "creating" satisfies PaymentStatus }
  const payable = bindings("value", row)
  const quoted =
    quote &&
    bindings("quote", quoteRow({ ...quote, valid_until: quote.locked_until }))
  const { rows } = await db.raw<{ rows: OpenedPayment[] }>(
    `WITH ${kept ? `kept AS (${KEPT}), ` : ""}opened AS (
       INSERT INTO "${TABLE.payment}" (:valueColumns:)
       SELECT ${payable.names}${kept ? " FROM kept" : ""}
       RETURNING *, xmin::text AS version
     ), ${
       quoted
         ? `quoted AS (
       INSERT INTO "${TABLE.quote}" (:quoteColumns:)
       SELECT ${quoted.names} FROM opened
     ), `
         : payment.quote_id
           ? `quoted AS (${KEEP_QUOTE}), `
           : ""
     }scheduled AS (
       INSERT INTO "${TABLE.schedule}" (payment_id, next_reconcile_at)
       SELECT id, ${byDatabase(":next", ":local")} FROM opened
     )
     SELECT * FROM opened`,
    {
      ...payable.values,
      ...quoted?.values,
      next: firstReconcileAt(now),
      local: new Date(),
      ...(kept && { key: kept.key }),
    } as unknown as Knex.RawBinding
  )
  return rows[0] ?? null
}

/** Named bindings of a row's columns and values. */
function bindings(prefix: string, row: object) {
  const values = Object.values(row).map((value, index) => [
    `${prefix}${index}`,
    value,
  ])
  return {
    names: values.map(([name]) => `:${name}`).join(", "),
    values: {
      ...Object.fromEntries(values),
      [`${prefix}Columns`]: Object.keys(row),
    },
  }
}

const KEPT = `SELECT 1 FROM ${TABLE.account} WHERE key = :key
  AND deleted_at IS NULL FOR KEY SHARE`

/** Stores the account, unless it has changed since the settings were read. */
async function keepAccount(
  db: Knex,
  { key, rail, base_url, client_id, stored, seal }: AccountToKeep,
  now: Date
): Promise<void> {
  await db.raw(
    `INSERT INTO ${TABLE.account} AS account (id, key, rail, base_url, client_id, secrets)
     VALUES (:id, :key, :rail, :base_url, :client_id, :secrets)
     ON CONFLICT (key) WHERE deleted_at IS NULL DO UPDATE SET
       updated_at = :now, secrets = COALESCE(excluded.secrets, account.secrets)
     WHERE account.secrets IS NOT DISTINCT FROM :stored`,
    {
      ...{ id: newId("stacc"), key, rail, base_url, client_id, now },
      secrets: seal(),
      stored: stored?.secrets ?? null,
    } as unknown as Knex.RawBinding
  )
}
