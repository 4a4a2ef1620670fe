import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { type Rail, READABLE_RAILS } from "../../../../ledger"
import { TABLE } from "../tables"

/** An account that payments were started with, as stored. */
export type AccountRow = {
  key: string
  rail: Rail
  base_url: string
  client_id: string
  /** Ciphertext; null where no encryption key was configured. */
  secrets: string | null
}

export async function readAccounts(db: Knex): Promise<AccountRow[]> {
  return await db<AccountRow>(TABLE.account)
    .whereNull("deleted_at")
    .select("key", "rail", "base_url", "client_id", "secrets")
}

/** Replaces a ciphertext, unless it has changed meanwhile. */
export async function reencryptAccount(
  db: Knex,
  { key, secrets }: AccountRow,
  reencrypted: string,
  now: Date
): Promise<void> {
  await db<AccountRow & { updated_at: Date }>(TABLE.account)
    .where({ key, secrets })
    .update({ secrets: reencrypted, updated_at: now })
}

/**
 * Rewrites the secrets of accounts under a lock, so that none changes in
 * between.
 */
export async function resealAccounts(
  trx: Knex,
  reseal: (rows: readonly AccountRow[]) => readonly AccountRow[],
  now: Date
): Promise<void> {
  const rows = await trx<AccountRow>(TABLE.account)
    .whereNull("deleted_at")
    .orderBy("key")
    // Does not block payment starts, which only need the row to stay.
    .forNoKeyUpdate()
    .select("key", "rail", "base_url", "client_id", "secrets")
  for (const { key, secrets } of reseal(rows)) {
    await trx<AccountRow & { updated_at: Date }>(TABLE.account)
      .where({ key })
      .whereNull("deleted_at")
      .update({ secrets, updated_at: now })
  }
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
