import type { z } from "zod"
import { chainSchema } from "../../../gateway"
import { type Rail, RAILS } from "../../../ledger"
import { type Declaration, SETTINGS } from "../../../settings"
import { ALL_COINS, chainsSchema, coinsByChainSchema } from "./chains"
import {
  addressSchema,
  clientIdSchema,
  given,
  schemasOf,
  typedGatewayUrl,
  type ValueSchemas,
} from "./values"

export type Part = "general" | Rail

/** A setting that is not a secret: its names and schemas. */
export type Field = ValueSchemas & {
  part: Part
  /** Name in the Admin API. */
  name: string
  /** Name in the plugin's options. */
  option: string
}

/** Every setting that is not a secret. */
export const FIELDS: readonly Field[] = [
  ...SETTINGS.map((setting) => declared("general", setting)),
  ...RAILS.flatMap(credentials),
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

/** A part of the account of a rail. */
export type Credential = Field & {
  part: Rail
  name: "base_url" | "client_id"
}

export function isCredential(field: Field): field is Credential {
  const { part, name } = field
  return part !== "general" && (name === "base_url" || name === "client_id")
}

/**
 * Name of a setting in rows, requests and the change log: `onchain.base_url`.
 */
export function keyOf({ part, name }: Pick<Field, "part" | "name">): string {
  return `${part}.${name}`
}

/**
 * Path of a setting in the plugin's options: `onchain.baseUrl`, `backendUrl`.
 */
export function optionOf({ part, option }: Field): string {
  return part === "general" ? option : `${part}.${option}`
}

function declared(part: Part, setting: Declaration & { name: string }): Field {
  const { name, option } = setting
  return { part, name, option, ...schemasOf(setting) }
}

function credentials(part: Rail): Field[] {
  return [
    {
      part,
      name: "base_url",
      option: "baseUrl",
      reads: given(addressSchema),
      typed: typedGatewayUrl,
    },
    {
      part,
      name: "client_id",
      option: "clientId",
      reads: given(clientIdSchema),
      typed: clientIdSchema,
    },
  ]
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
