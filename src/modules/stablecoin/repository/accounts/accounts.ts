import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { type Rail, READABLE_RAILS } from "../../../../ledger"
import { newId } from "../new-id"
import { TABLE } from "../tables"

/** An account as stored. All times are ISO 8601. */
export type AccountRow = {
  key: string
  rail: Rail
  base_url: string
  client_id: string
  /** As the gateway last reported it; null while unknown. */
  mode: string | null
  /** Whether the sandbox last responded instead of a gateway. */
  sandbox: boolean
  /** Ciphertext; null where no encryption key was configured. */
  secrets: string | null
  /** Null: it is from the config. */
  entered_at: string | null
  /** When another one was entered, or it was removed. */
  replaced_at: string | null
  updated_at: string
}

const COLUMNS = [
  "key",
  "rail",
  "base_url",
  "client_id",
  "mode",
  "sandbox",
  "secrets",
  "entered_at",
  "replaced_at",
  "updated_at",
] as const satisfies readonly (keyof AccountRow)[]

/** SQL of all accounts as one value, to read them along with something else. */
export const ALL_ACCOUNTS = `SELECT COALESCE(jsonb_agg(jsonb_build_object(
    ${COLUMNS.map((name) => `'${name}', ${name}`).join(", ")}) ORDER BY key), '[]')
  FROM ${TABLE.account} WHERE deleted_at IS NULL`

/** The mode of an account, as the gateway reported it. */
export type AccountMode = Pick<
  AccountRow,
  "key" | "rail" | "base_url" | "client_id" | "mode" | "sandbox"
>

/** Stores the mode of an account, if it changed. */
export async function noteAccountMode(
  db: Knex,
  account: AccountMode
): Promise<void> {
  await db.raw(
    `INSERT INTO ${TABLE.account} AS account (id, key, rail, base_url, client_id, mode, sandbox)
     VALUES (:id, :key, :rail, :base_url, :client_id, :mode, :sandbox)
     ON CONFLICT (key) WHERE deleted_at IS NULL
     DO UPDATE SET mode = :mode, sandbox = :sandbox, updated_at = now()
     WHERE (account.mode, account.sandbox) IS DISTINCT FROM
       (CAST(:mode AS text), CAST(:sandbox AS boolean))`,
    { id: newId("stacc"), ...account } as unknown as Knex.RawBinding
  )
}

/**
 * Inserts accounts, or replaces them. Those that are replaced are written first,
 * since a rail has one that is entered.
 */
export async function putAccounts(
  trx: Knex,
  rows: readonly AccountRow[]
): Promise<void> {
  const replaced = rows.filter(({ replaced_at }) => replaced_at !== null)
  const others = rows.filter(({ replaced_at }) => replaced_at === null)
  for (const row of [...replaced, ...others]) {
    const values = { ...row, updated_at: trx.fn.now() }
    await trx(TABLE.account)
      .insert({ id: newId("stacc"), ...values })
      .onConflict(trx.raw("(key) WHERE deleted_at IS NULL"))
      .merge(values)
  }
}

/** Replaces a ciphertext, unless it has changed meanwhile. */
export async function resealAccount(
  db: Knex,
  { key, secrets }: Pick<AccountRow, "key" | "secrets">,
  resealed: string
): Promise<void> {
  await db(TABLE.account)
    .where({ key, secrets })
    .whereNull("deleted_at")
    .update({ secrets: resealed, updated_at: db.fn.now() })
}

/**
 * Removes accounts created before a given time that no payment needs. No
 * payment was started with them since, and older payments have ended, or were
 * abandoned and can't be read from the gateway. Rows are locked before they are
 * checked, so a payment that is being started keeps its account.
 *
 * @param current keys of accounts that always stay
 * @param before the given time; payments created later may still get webhooks
 * @returns keys of the removed accounts
 */
export async function forgetAccounts(
  db: Knex,
  current: readonly string[],
  before: Date
): Promise<string[]> {
  return await db.transaction(async (trx) => {
    const old: { key: string }[] = await trx(TABLE.account)
      .select("key")
      .whereNotIn("key", current)
      // Entered, and its secrets may not be readable at the moment.
      .whereRaw("(entered_at IS NULL OR replaced_at IS NOT NULL)")
      .where("created_at", "<", before)
      .forUpdate()
      .skipLocked()
    const gone = await trx(TABLE.account)
      .whereIn(
        "key",
        old.map(({ key }) => key)
      )
      .whereNotExists((payments) =>
        payments
          .select(trx.raw("1"))
          .from(`${TABLE.payment} as payment`)
          .where("payment.account", trx.ref(`${TABLE.account}.key`))
          .where((needed) =>
            needed
              .where("payment.created_at", ">=", before)
              .orWhere(isOpenOrReadable)
          )
      )
      .delete()
      .returning<{ key: string }[]>("key")
    return gone.map(({ key }) => key)
  })
}

/**
 * Whether a payment of an account may still be paid.
 *
 * @param until only payments created earlier count
 * @param lateMoney payments created since may be paid however they ended; older
 *   ones only while they are open or readable
 */
export async function mayStillBePaid(
  db: Knex,
  account: string,
  until: Date,
  lateMoney: Date
): Promise<boolean> {
  const payment: unknown = await db(TABLE.payment)
    .where({ account })
    .where("created_at", "<", until)
    .whereNot("status", "paid")
    .where((payable) =>
      payable.where("created_at", ">=", lateMoney).orWhere(isOpenOrReadable)
    )
    .first("id")
  return payment !== undefined
}

/**
 * Matches payments that wait for their buyer, and abandoned ones that can still
 * be read from the gateway.
 */
function isOpenOrReadable(payments: Knex.QueryBuilder): void {
  payments
    .whereIn("status", ["creating", "pending"])
    .orWhere((readable) =>
      readable
        .where({ status: "abandoned" })
        .whereIn("rail", READABLE_RAILS)
        .whereNotNull("gateway_id")
    )
}
