import { z } from "zod"
import type { AccountOptions } from "../accounts/account"
import { byRail, type Rail } from "../../../ledger"
import { KeyRing } from "./encryption"
import { type Field, type Issue, issuesOf } from "./fields"
import { addressSchema, clientIdSchema, encryptionKeysSchema } from "./values"
import {
  LIST,
  readableSecrets,
  WEBHOOK_SECRETS,
} from "./webhook-secret-options"

type Options = Record<string, unknown>

/**
 * The options in `medusa-config.ts`, read field by field, so that an invalid
 * one does not hide the others.
 */
export class Config {
  readonly keys: KeyRing
  /** Keys for secrets at rest. Empty while one is invalid. */
  readonly encryptionKeys: readonly string[]
  /** Why the encryption keys can't be used. */
  readonly keyIssues: readonly Issue[]
  readonly accounts: Record<Rail, AccountOptions>
  readonly #options: Options

  constructor(options: unknown) {
    this.#options = isRecord(options) ? options : {}
    const keys = encryptionKeysSchema.safeParse(this.#options.encryptionKeys)
    this.encryptionKeys = keys.data ?? []
    this.keyIssues = issuesOf("encryptionKeys", keys)
    this.keys = new KeyRing(this.encryptionKeys)
    this.accounts = byRail((rail) => readAccount(rail, this.#options[rail]))
  }

  /** The value as written, or undefined. */
  value({ part, option }: Pick<Field, "part" | "option">): unknown {
    const options = part === "general" ? this.#options : this.#options[part]
    return isRecord(options) ? written(options[option]) : undefined
  }
}

const clientSecretSchema = z.string().trim()

function readAccount(rail: Rail, part: unknown): AccountOptions {
  const options = isRecord(part) ? part : {}
  const issues: Issue[] =
    part && !isRecord(part) ? [{ path: [], message: "must be an object" }] : []
  const read = <T>(option: string, schema: z.ZodType<T>): T | undefined => {
    const value = written(options[option])
    const result = schema.optional().safeParse(value)
    issues.push(...issuesOf(option, result))
    return result.data
  }
  const list = WEBHOOK_SECRETS[rail]
  read(list, LIST[rail])
  return {
    baseUrl: read("baseUrl", addressSchema),
    clientId: read("clientId", clientIdSchema),
    clientSecret: read("clientSecret", clientSecretSchema),
    webhookSecrets: readableSecrets(rail, options[list]),
    issues,
  }
}

/** `process.env.X` of an unset or empty variable is missing. */
function written(value: unknown): unknown {
  return typeof value === "string" && !value.trim() ? undefined : value
}

function isRecord(value: unknown): value is Options {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}
