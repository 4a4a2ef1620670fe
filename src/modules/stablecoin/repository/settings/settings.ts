import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { SourcePrices } from "../../../../pricing"
import { newId } from "../new-id"
import {
  type AccountRow,
  ALL_ACCOUNTS,
  putAccounts,
} from "../accounts/accounts"
import { TABLE } from "../tables"

/** A setting saved in the admin, as stored. JSON may be null. */
export type SettingRow = { key: string; value: { value: unknown } | null }

/** All settings and accounts, as stored, and the prices that were fetched. */
export type StoredRows = {
  settings: readonly SettingRow[]
  accounts: readonly AccountRow[]
  prices: readonly SourcePrices[]
}

/** Changes to the settings. */
export type SettingsWrite = {
  put: readonly SettingRow[]
  remove: readonly string[]
  /** Accounts to insert or replace. */
  accounts: readonly AccountRow[]
  /** Names of the settings that the user changed. */
  fields: readonly string[]
}

/**
 * SQL of `StoredRows` as one value, to read them along with something else. They
 * are ordered, so that the same settings give the same value.
 */
export const STORED_SETTINGS = `SELECT jsonb_build_object(
    'settings', (SELECT COALESCE(jsonb_agg(
        jsonb_build_object('key', key, 'value', value) ORDER BY key), '[]')
      FROM ${TABLE.setting} WHERE deleted_at IS NULL),
    'accounts', (${ALL_ACCOUNTS}),
    'prices', (SELECT COALESCE(jsonb_agg(
        jsonb_build_object('source', source, 'prices', prices) ORDER BY source), '[]')
      FROM ${TABLE.priceSource} WHERE deleted_at IS NULL))`

/**
 * Reads all settings and their version in one statement, so that they match.
 * The version is the number of changes.
 */
export async function readSettings(
  db: Knex
): Promise<{ version: string; rows: StoredRows }> {
  const { rows } = await db.raw<{
    rows: { version: string; stored: StoredRows }[]
  }>(
    `SELECT (${STORED_SETTINGS}) AS stored,
       (SELECT count(*)::text FROM ${TABLE.settingChange}) AS version`
  )
  const [{ version, stored } = NOTHING] = rows
  return { version, rows: stored }
}

const NOTHING = {
  version: "0",
  stored: { settings: [], accounts: [], prices: [] },
}

/**
 * Writes the changes that a plan returns, and who changed which setting, in one
 * transaction. Only one runs at a time, across all processes.
 *
 * @param expected the version that the change is based on
 * @param by the admin user
 * @param plan gets the settings as they are under the lock; null writes nothing
 * @returns whether the version was still the expected one
 */
export async function saveSettings(
  db: Knex,
  expected: string,
  by: string,
  plan: (rows: StoredRows) => SettingsWrite | null
): Promise<boolean> {
  return await db.transaction(async (trx) => {
    // Lets readers pass and makes other writers wait.
    await trx.raw("LOCK TABLE ?? IN SHARE ROW EXCLUSIVE MODE", [TABLE.setting])
    await trx.raw("SELECT FROM ?? WHERE deleted_at IS NULL FOR NO KEY UPDATE", [
      TABLE.account,
    ])
    const { version, rows } = await readSettings(trx)
    if (version !== expected) {
      return false
    }
    const write = plan(rows)
    if (write) {
      await writeSettings(trx, write, by)
    }
    return true
  })
}

async function writeSettings(
  trx: Knex,
  { put, remove, accounts, fields }: SettingsWrite,
  by: string
): Promise<void> {
  await putAccounts(trx, accounts)
  if (remove.length) {
    // Deleted, not marked as deleted: a revoked secret must not stay.
    await trx(TABLE.setting).whereIn("key", remove).delete()
  }
  for (const row of put) {
    await putSetting(trx, row, by)
  }
  await trx(TABLE.settingChange).insert({
    id: newId("stchg"),
    actor_id: by,
    fields: [...fields],
    // The time under the lock, not the start of the transaction.
    created_at: trx.raw("clock_timestamp()"),
  })
}

async function putSetting(
  db: Knex,
  { key, value }: SettingRow,
  by: string
): Promise<void> {
  await db(TABLE.setting)
    .insert({
      id: newId("stset"),
      key,
      value: JSON.stringify(value),
      updated_by: by,
    })
    .onConflict(db.raw("(key) WHERE deleted_at IS NULL"))
    .merge({
      value: JSON.stringify(value),
      updated_by: by,
      updated_at: db.fn.now(),
    })
}
