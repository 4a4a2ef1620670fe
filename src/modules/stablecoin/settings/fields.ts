import type { z } from "zod"
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

/** Why an option can't be used, by its path within its part. */
export type Issue = Pick<z.core.$ZodIssue, "path" | "message">

export function issuesOf(
  option: string,
  { error }: z.ZodSafeParseResult<unknown>
): Issue[] {
  return (error?.issues ?? []).map(({ path, message }) => ({
    path: [option, ...path],
    message,
  }))
}

/** The values of a part by their options, and why others can't be used. */
export function readPart(
  part: Part,
  values: Readonly<Record<string, { value: unknown } | undefined>>
): { read: Record<string, unknown>; issues: Issue[] } {
  const read: Record<string, unknown> = {}
  const issues: Issue[] = []
  for (const field of FIELDS.filter((each) => each.part === part)) {
    const result = field.reads.safeParse(values[keyOf(field)]?.value)
    read[field.option] = result.data
    issues.push(...issuesOf(field.option, result))
  }
  return { read, issues }
}
