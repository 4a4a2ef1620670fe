import { chainSchema, chainsOf, type CoinsByChain } from "../../../gateway"
import type { AdminFieldError, SettingSource } from "../../../http-types"
import { SETTINGS } from "../../../settings"
import type { StoredRows } from "../repository/settings/settings"
import { ALL_COINS, chainsSchema, coinsByChainSchema } from "./chains"
import type { Config, Part } from "./config"
import { fieldErrorsOf } from "./field-error"
import { schemasOf, type ValueSchemas } from "./values"

/** A setting that is not part of an account: its names and schemas. */
export type Field = ValueSchemas & {
  part: Part
  /** Name in the Admin API. */
  name: string
  /** Name in the plugin's options. */
  option: string
}

export const FIELDS: readonly Field[] = [
  ...SETTINGS.map((setting): Field => ({
    part: setting.part,
    name: setting.name,
    option: setting.option,
    ...schemasOf(setting),
  })),
  {
    part: "onchain",
    name: "chains",
    option: "chains",
    reads: coinsByChainSchema.default(ALL_COINS),
    typed: chainsSchema,
  },
  {
    part: "onchain",
    name: "default_chain",
    option: "defaultChain",
    reads: chainSchema.optional(),
    typed: chainSchema,
  },
]

/** Name of a setting in rows and requests: `onchain.chains`. */
export function keyOf({ part, name }: Pick<Field, "part" | "name">): string {
  return `${part}.${name}`
}

/**
 * Path of a setting in the plugin's options: `onchain.chains`, `backendUrl`.
 */
export function optionOf({ part, option }: Field): string {
  return part === "general" ? option : `${part}.${option}`
}

/** A validated setting with its source. */
export type EffectiveValue = {
  source: SettingSource
  /** Undefined where there is none, and for an invalid one. */
  value: unknown
  /** Why it can't be used. */
  issues: readonly AdminFieldError[]
}

/** By names such as `general.backend_url`. */
export type EffectiveValues = Readonly<Record<string, EffectiveValue>>

/**
 * Merges the config over the admin's settings, and both over the defaults.
 *
 * @param storeCors the store's CORS setting: buyers may be sent back to its
 * origins
 */
export function effectiveValues(
  config: Config,
  rows: StoredRows,
  storeCors: string
): EffectiveValues {
  const stored = storedValues(rows)
  const values: Record<string, EffectiveValue> = {}
  for (const field of FIELDS) {
    const key = keyOf(field)
    const isOfConfig = isSetInConfig(field, config)
    const written = isOfConfig ? config.value(field) : stored[key]
    const read = field.reads.safeParse(written)
    const value = read.data ?? (read.success ? fallbackOf(key) : undefined)
    const ofStore =
      written !== undefined ? "admin" : value !== undefined ? "default" : "none"
    values[key] = {
      source: isOfConfig ? "config" : ofStore,
      value,
      issues: fieldErrorsOf(field.option, read.error),
    }
  }
  return { ...values, "onchain.default_chain": amongOffered(values) }

  /** Defaults that the declarations can't name. */
  function fallbackOf(key: string): unknown {
    const chains = values["onchain.chains"]?.value as CoinsByChain | undefined
    return key === "general.storefront_urls"
      ? originsOf(storeCors)
      : key === "onchain.default_chain" && chains
        ? chainsOf(chains)[0]
        : undefined
  }
}

/** The default chain, which has to be among the offered ones. */
function amongOffered(values: EffectiveValues): EffectiveValue {
  const chosen = values["onchain.default_chain"]!
  const offered = values["onchain.chains"]?.value as CoinsByChain | undefined
  return !offered || !chosen.value || String(chosen.value) in offered
    ? chosen
    : {
        ...chosen,
        issues: [
          {
            path: "defaultChain",
            message: `${String(chosen.value)} is not among the networks that are offered: choose a default among ${chainsOf(offered).join(", ")}`,
          },
        ],
      }
}

/** The admin's settings, which were valid when written. */
export function storedValues({
  settings,
}: StoredRows): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    settings.map(({ key, value }) => [key, value?.value])
  )
}

/**
 * Whether the config sets a field. If it sets one of the networks' settings, or
 * of the pricing, all of these are from there.
 */
export function isSetInConfig(field: Field, config: Config): boolean {
  const together =
    field.part !== "general"
      ? FIELDS.filter(({ part }) => part === field.part)
      : [field]
  return together.some((each) => config.value(each) !== undefined)
}

/** The plain origins of a CORS setting. Skips regular expressions and `*`. */
function originsOf(cors: string): string[] {
  return cors
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => /^https?:\/\//.test(entry) && URL.canParse(entry))
    .map((entry) => new URL(entry).origin)
}
