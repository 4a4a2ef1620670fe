import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { generateEntityId } from "@medusajs/framework/utils"
import { type AccountRow, resealAccounts } from "./accounts"
import { TABLE } from "./tables"

/** A setting that came from the admin, as it is kept. */
export type SettingRow = { key: string; value: unknown }

/** What is to become of the settings. */
export type SettingsWrite = {
  put: readonly SettingRow[]
  remove: readonly string[]
  /** Which settings a person would say were changed; none: only what the plugin notes for itself. */
  fields: readonly string[]
  /** What becomes of the credentials that are kept with payments: the rows that change. */
  reseal?: (rows: readonly AccountRow[]) => readonly AccountRow[]
}

/** Holds the id of the last change. */
const VERSION_KEY = "version"

/** All rows as one value, to be read with something else. In one order: the same settings are the same rows. */
export const ALL_SETTINGS = `SELECT COALESCE(jsonb_agg(
    jsonb_build_object('key', key, 'value', value) ORDER BY key), '[]')
  FROM ${TABLE.setting} WHERE deleted_at IS NULL`

/** Whether a row is a setting, and not the version that all of them are of. */
export function isSetting({ key }: SettingRow): boolean {
  return key !== VERSION_KEY
}

/** All of them, and the version that they are of: one statement, so that they belong together. */
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
 * Writes what a plan makes of the settings, and who changed which, in one
 * transaction. No two of them run at once, in any process.
 *
 * @param expected the version that the change was meant for
 * @param by null: nobody, the plugin notes something for itself
 * @param plan judges the settings as they are under the lock; null: nothing is written
 * @returns whether the version still was the expected one
 */
export async function saveSettings(
  db: Knex,
  expected: string,
  by: string | null,
  plan: (rows: readonly SettingRow[]) => SettingsWrite | null
): Promise<boolean> {
  return await db.transaction(async (trx) => {
    // Readers pass, other writers wait.
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
    // Gone, not marked as deleted: a secret that was taken back must not stay.
    await trx(TABLE.setting).whereIn("key", remove).delete()
  }
  for (const row of put) {
    await putSetting(trx, row, by)
  }
  if (by !== null && fields.length) {
    const change = generateEntityId(undefined, "stchg")
    await trx(TABLE.settingChange).insert({
      id: change,
      actor_id: by,
      fields: [...fields],
      // When the lock was got, and not when it was asked for.
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
      id: generateEntityId(undefined, "stset"),
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

/** Replaces a value by the same one encrypted anew, unless somebody else has replaced it already. */
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
