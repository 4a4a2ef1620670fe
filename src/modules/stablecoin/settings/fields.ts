import { chainSchema } from "../../../gateway"
import type { Rail } from "../../../ledger"
import { SETTINGS } from "../../../settings"
import { ALL_COINS, chainsSchema, coinsByChainSchema } from "./chains"
import { schemasOf, type ValueSchemas } from "./values"

export type Part = "general" | Rail

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
    part: "general",
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
