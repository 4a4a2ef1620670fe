import { z } from "zod"
import {
  effectiveAccounts,
  type EffectiveAccounts,
} from "../accounts/effective-accounts"
import type { StoredRows } from "../repository/settings/settings"
import type { Config } from "./config"
import { FIELDS, type Field, keyOf } from "./fields"

export type EffectiveValue = {
  source: "config" | "admin" | "none"
  /** Undefined where neither has one. */
  value: unknown
}

const valueSchema = z.object({ value: z.unknown() })

/**
 * The admin's settings by names such as `general.backend_url`. They were valid
 * when written. Ignores rows that were not written by this module.
 */
export function storedValues({
  settings,
}: StoredRows): Readonly<Record<string, unknown>> {
  const values = settings.flatMap(({ key, value }) => {
    const { data } = valueSchema.safeParse(value)
    return data && data.value !== undefined ? [[key, data.value]] : []
  })
  return Object.fromEntries(values)
}

/** Effective settings with the source of each value, before validation. */
export type EffectiveSettings = {
  config: Config
  rows: StoredRows
  /** By names such as `general.backend_url`. */
  values: Readonly<Record<string, EffectiveValue>>
  accounts: EffectiveAccounts
}

/**
 * Merges the config over the admin's settings. The account and the networks of
 * a rail are of one source each; the other settings are merged one by one.
 */
export function mergeSettings(
  config: Config,
  rows: StoredRows
): EffectiveSettings {
  const stored = storedValues(rows)
  const values = FIELDS.map((field): [string, EffectiveValue] => {
    const key = keyOf(field)
    const isStored = stored[key] !== undefined
    return [
      key,
      isSetInConfig(field, config)
        ? { source: "config", value: config.value(field) }
        : { source: isStored ? "admin" : "none", value: stored[key] },
    ]
  })
  return {
    config,
    rows,
    values: Object.fromEntries(values),
    accounts: effectiveAccounts(config, rows.accounts),
  }
}

/**
 * Whether the config sets a field. If it sets the networks or the default one,
 * both are from there.
 */
export function isSetInConfig(field: Field, config: Config): boolean {
  const together =
    field.part === "onchain"
      ? FIELDS.filter(({ part }) => part === field.part)
      : [field]
  return together.some((each) => config.value(each) !== undefined)
}
