import { z } from "zod"
import type { Rail } from "../../../ledger"
import {
  effectiveAccounts,
  type EffectiveAccount,
  type EffectiveAccounts,
} from "../accounts/effective-accounts"
import type { StoredRows } from "../repository/settings/settings"
import type { Config } from "./config"
import {
  type Credential,
  FIELDS,
  type Field,
  isCredential,
  keyOf,
} from "./fields"

export type EffectiveValue = {
  source: "config" | "admin" | "none"
  /** Undefined where neither has one. */
  value: unknown
}

/**
 * The admin's settings by names such as `general.backend_url`. They were valid
 * when written.
 */
export type StoredValues = Readonly<Record<string, unknown>>

const valueSchema = z.object({ value: z.unknown() })

/** Parses the rows. Ignores rows that were not written by this module. */
export function storedValues({ settings }: StoredRows): StoredValues {
  const values = settings.flatMap(({ key, value }) => {
    const { data } = valueSchema.safeParse(value)
    return data && data.value !== undefined ? [[key, data.value]] : []
  })
  return Object.fromEntries(values)
}

/** Effective settings with the source of each value. */
export type EffectiveSettings = {
  /** By names such as `general.backend_url`. */
  values: Readonly<Record<string, EffectiveValue>>
  accounts: EffectiveAccounts
}

/**
 * Merges the config over the admin's settings. Credentials and networks of a
 * rail are of one source each; the other settings are merged one by one.
 */
export function mergeSettings(
  config: Config,
  rows: StoredRows
): EffectiveSettings {
  const accounts = effectiveAccounts(config, rows.accounts)
  const stored = storedValues(rows)
  const values = Object.fromEntries(
    FIELDS.map((field) => [
      keyOf(field),
      isCredential(field)
        ? credentialOf(field, config, accounts.current)
        : mergeValue(field, config, stored),
    ])
  )
  return { values, accounts }
}

function mergeValue(
  field: Field,
  config: Config,
  stored: StoredValues
): EffectiveValue {
  const written = config.value(field)
  if (written !== undefined) {
    return { source: "config", value: written }
  }
  if (isOfConfig(field, config)) {
    return { source: "config", value: undefined }
  }
  const value = stored[keyOf(field)]
  return { source: value === undefined ? "none" : "admin", value }
}

/**
 * Whether the config sets the networks, or the default one: both are from there
 * then.
 */
export function isOfConfig({ part }: Field, config: Config): boolean {
  return (
    part === "onchain" &&
    FIELDS.some(
      (field) =>
        field.part === part &&
        !isCredential(field) &&
        config.value(field) !== undefined
    )
  )
}

function credentialOf(
  field: Credential,
  config: Config,
  current: Readonly<Record<Rail, EffectiveAccount>>
): EffectiveValue {
  const { source, row } = current[field.part]
  const written = config.value(field)
  return source === "config" || written !== undefined
    ? { source: "config", value: written }
    : { source, value: row?.[field.name] }
}
