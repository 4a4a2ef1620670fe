import { isDeepStrictEqual } from "node:util"
import type { AdminFieldError, AdminSettingsChange } from "../../../http-types"
import { RAILS } from "../../../ledger"
import { planAccounts } from "../accounts/plan-accounts"
import { inConfig } from "../accounts/typed-credentials"
import type {
  SettingRow,
  SettingsWrite,
  StoredRows,
} from "../repository/settings/settings"
import type { Config } from "./config"
import { FIELDS, isSetInConfig, keyOf, optionOf } from "./effective-settings"
import { fieldErrorsOf } from "./field-error"
import { type Settings, settingsOf } from "./settings"

/** The planned result of a change, or its errors. */
export type Plan =
  | { ok: false; errors: AdminFieldError[] }
  | {
      ok: true
      write: SettingsWrite
      before: Settings
      after: Settings
    }

/**
 * Validates an admin's change against the stored settings and the config. Calls
 * no gateway and writes nothing.
 */
export function planChange(
  change: AdminSettingsChange,
  config: Config,
  rows: StoredRows,
  now: Date
): Plan {
  const errors: AdminFieldError[] = []
  const before = settingsOf(config, "", rows)
  const settings = planValues(change, before, errors)
  const accounts = RAILS.flatMap((rail) => {
    const part = change[rail]
    return part
      ? planAccounts({ rail, change: part, before, errors, now })
      : rows.accounts.filter((row) => row.rail === rail)
  })
  const after = settingsOf(config, "", { ...rows, settings, accounts })
  const write = writeOf(change, before, after)
  if (write.fields.some((field) => CHAIN_FIELDS.includes(field))) {
    const issues = after.values[DEFAULT_CHAIN]?.issues ?? []
    errors.push(
      ...issues.map(({ message }) => ({ path: DEFAULT_CHAIN, message }))
    )
  }
  return errors.length
    ? { ok: false, errors }
    : { ok: true, write, before, after }
}

const DEFAULT_CHAIN = "onchain.default_chain"
const CHAIN_FIELDS = ["onchain.chains", DEFAULT_CHAIN]

/**
 * Validates every typed value that is not part of an account.
 *
 * @returns the rows after the change
 */
function planValues(
  change: AdminSettingsChange,
  { config, rows }: Settings,
  errors: AdminFieldError[]
): SettingRow[] {
  const after = new Map(rows.settings.map(({ key, value }) => [key, value]))
  for (const field of FIELDS) {
    const part: Record<string, unknown> = change[field.part] ?? {}
    const typed = part[field.name]
    const key = keyOf(field)
    if (typed === undefined) {
      continue
    }
    if (isSetInConfig(field, config)) {
      errors.push({ path: key, message: inConfig(optionOf(field)) })
    } else if (typed === null) {
      after.delete(key)
    } else {
      const { data, error } = field.typed.safeParse(typed)
      errors.push(...fieldErrorsOf(key, error))
      after.set(key, { value: data })
    }
  }
  return [...after].map(([key, value]) => ({ key, value }))
}

/** The rows that differ, and the names of the settings that change with them. */
function writeOf(
  change: AdminSettingsChange,
  { rows: before }: Settings,
  { rows: after }: Settings
): SettingsWrite {
  const put = after.settings.filter((row) => !isAmong(before.settings, row))
  const remove = before.settings.flatMap(({ key }) =>
    after.settings.some((row) => row.key === key) ? [] : key
  )
  const accounts = after.accounts.filter(
    (row) => !isAmong(before.accounts, row)
  )
  const typed = RAILS.filter((rail) =>
    accounts.some((row) => row.rail === rail)
  ).flatMap((rail) => {
    const current = before.accounts.find(
      (row) => row.rail === rail && row.replaced_at === null
    )
    const { base_url, client_id } = current ?? {}
    const known: Record<string, unknown> = { base_url, client_id }
    return Object.entries(change[rail] ?? {}).flatMap(([name, value]) => {
      const isValue = FIELDS.some((field) => keyOf(field) === `${rail}.${name}`)
      return isValue || value === undefined || value === known[name]
        ? []
        : `${rail}.${name}`
    })
  })
  return {
    put,
    remove,
    accounts,
    fields: [...put.map(({ key }) => key), ...remove, ...typed],
  }
}

function isAmong(rows: readonly unknown[], row: unknown): boolean {
  return rows.some((each) => isDeepStrictEqual(each, row))
}
