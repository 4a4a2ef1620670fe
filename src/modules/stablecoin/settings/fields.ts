import { chainSchema } from "../../../gateway"
import { type Rail, RAILS } from "../../../ledger"
import { type Declaration, SETTINGS } from "../../../settings"
import { credentialsSchema, onchainSchema } from "./options"
import { chainsSchema } from "./chains"
import {
  clientIdSchema,
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
    reads: onchainSchema.shape.chains,
    typed: chainsSchema,
  },
  {
    part: "onchain",
    name: "default_chain",
    option: "defaultChain",
    reads: onchainSchema.shape.defaultChain,
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
  const { baseUrl, clientId } = credentialsSchema.shape
  return [
    {
      part,
      name: "base_url",
      option: "baseUrl",
      reads: baseUrl,
      typed: typedGatewayUrl,
    },
    {
      part,
      name: "client_id",
      option: "clientId",
      reads: clientId,
      typed: clientIdSchema,
    },
  ]
}
