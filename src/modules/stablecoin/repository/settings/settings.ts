import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { newId } from "../new-id"
import { type AccountRow, resealAccounts } from "../accounts/accounts"
import { TABLE } from "../tables"

/** A setting saved in the admin, as stored. */
export type SettingRow = { key: string; value: unknown }

/** Changes to the settings. */
export type SettingsWrite = {
  put: readonly SettingRow[]
  remove: readonly string[]
  /**
   * Settings that the user changed. Empty when the plugin stores only internal
   * values.
   */
  fields: readonly string[]
  /** Rewrites the retained credentials: returns the rows that change. */
  reseal?: (rows: readonly AccountRow[]) => readonly AccountRow[]
}

/** Key of the row with the id of the last change. */
const VERSION_KEY = "version"

/**
 * SQL of all rows as one value, to read them along with something else. They
 * are ordered, so that the same settings give the same value.
 */
export const ALL_SETTINGS = `SELECT COALESCE(jsonb_agg(
    jsonb_build_object('key', key, 'value', value) ORDER BY key), '[]')
  FROM ${TABLE.setting} WHERE deleted_at IS NULL`

/** Whether a row is a setting, and not the version of all settings. */
export function isSetting({ key }: SettingRow): boolean {
  return key !== VERSION_KEY
}

/**
 * Reads all settings and their version in one statement, so that they match.
 */
export async function readSettings(
  db: Knex
): Promise<{ version: string; rows: SettingRow[] }> {
  const all = await db<SettingRow>(TABLE.setting)
    .whereNull("deleted_at")
    .orderBy("key")
    .select("key", "value")
  const version = all.find(({ key }) => key === VERSION_KEY)?.value
  return {
    version: isVersion(version) ? version.change : "0",
    rows: all.filter(isSetting),
  }
}

/**
 * Writes the changes that a plan returns, and who changed which setting, in one
 * transaction. Only one runs at a time, across all processes.
 *
 * @param expected the version that the change is based on
 * @param by the admin user; null when the plugin stores internal values
 * @param plan gets the settings as they are under the lock; null writes nothing
 * @returns whether the version was still the expected one
 */
export async function saveSettings(
  db: Knex,
  expected: string,
  by: string | null,
  plan: (rows: readonly SettingRow[]) => SettingsWrite | null
): Promise<boolean> {
  return await db.transaction(async (trx) => {
    // Lets readers pass and makes other writers wait.
    await trx.raw("LOCK TABLE ?? IN SHARE ROW EXCLUSIVE MODE", [TABLE.setting])
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
  { put, remove, fields, reseal }: SettingsWrite,
  by: string | null
): Promise<void> {
  if (reseal) {
    await resealAccounts(trx, reseal, new Date())
  }
  if (remove.length) {
    // Deleted, not marked as deleted: a revoked secret must not stay.
    await trx(TABLE.setting).whereIn("key", remove).delete()
  }
  for (const row of put) {
    await putSetting(trx, row, by)
  }
  if (by !== null && fields.length) {
    const change = newId("stchg")
    await trx(TABLE.settingChange).insert({
      id: change,
      actor_id: by,
      fields: [...fields],
      // The time under the lock, not the start of the transaction.
      created_at: trx.raw("clock_timestamp()"),
    })
    await putSetting(trx, { key: VERSION_KEY, value: { change } }, by)
  }
}

async function putSetting(
  db: Knex,
  { key, value }: SettingRow,
  by: string | null
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

/**
 * Replaces a value with its re-encrypted form, unless it has changed meanwhile.
 */
export async function reencryptSetting(
  db: Knex,
  { key, value }: SettingRow,
  reencrypted: unknown
): Promise<void> {
  await db(TABLE.setting)
    .where({ key })
    .whereNull("deleted_at")
    .whereRaw("value = ?::jsonb", [JSON.stringify(value)])
    .update({ value: JSON.stringify(reencrypted), updated_at: db.fn.now() })
}

function isVersion(value: unknown): value is { change: string } {
  return (
    typeof value === "object" &&
    value !== null &&
    "change" in value &&
    typeof value.change === "string"
  )
}
