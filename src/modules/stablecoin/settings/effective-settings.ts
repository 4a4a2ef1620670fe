import { z } from "zod"
import type { AddressScope } from "../../../gateway"
import { byRail, type Rail, RAILS } from "../../../ledger"
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
  type Part,
} from "./fields"
import { WEBHOOK_SECRETS } from "./webhook-secret-options"

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
  /** In the shape of the plugin's options. */
  options: unknown
  /** By names such as `general.backend_url`. */
  values: Readonly<Record<string, EffectiveValue>>
  accounts: EffectiveAccounts
  /** `public` for addresses that were entered in the admin. */
  addressScopes: Partial<Record<"general", AddressScope>>
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
  const isEntered = values["general.backend_url"]?.source === "admin"
  return {
    values,
    accounts,
    options: config.with(additions(values, accounts.current)),
    addressScopes: isEntered ? { general: "public" } : {},
  }
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

/** The options that the config lacks. */
function additions(
  values: EffectiveSettings["values"],
  current: Readonly<Record<Rail, EffectiveAccount>>
): Record<Part, Record<string, unknown>> {
  const more: Record<Part, Record<string, unknown>> = {
    general: {},
    ...byRail(() => ({})),
  }
  for (const field of FIELDS) {
    const effective = values[keyOf(field)]
    if (effective?.source === "admin") {
      more[field.part][field.option] = effective.value
    }
  }
  for (const rail of RAILS) {
    const { source, account } = current[rail]
    if (source === "admin" && account) {
      more[rail].clientSecret = account.clientSecret ?? undefined
      more[rail][WEBHOOK_SECRETS[rail]] = account.webhookSecrets.map(
        ({ secret, replaced_at }) =>
          replaced_at === null ? secret : { secret, replacedAt: replaced_at }
      )
    }
  }
  return more
}
