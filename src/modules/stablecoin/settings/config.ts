import type { AdminFieldError } from "../../../http-types"
import type { AccountOptions } from "../accounts/account"
import { byRail, type Rail } from "../../../ledger"
import type { DeclaredPart } from "../../../settings"
import { readAccount } from "./account-options"
import { KeyRing } from "./encryption"
import { fieldErrorsOf } from "./field-error"
import { encryptionKeysSchema } from "./values"

type Options = Record<string, unknown>

/** The options of a rail or of a declared part; `general` is not nested. */
export type Part = DeclaredPart | Rail

/**
 * The options in `medusa-config.ts`, read field by field, so that an invalid
 * one does not hide the others.
 */
export class Config {
  /** Encrypts secrets at rest. Without any key while one is invalid. */
  readonly keys: KeyRing
  /** Why the encryption keys can't be used. */
  readonly keyIssues: readonly AdminFieldError[]
  readonly accounts: Record<Rail, AccountOptions>
  readonly #options: Options

  constructor(options: unknown) {
    this.#options = isRecord(options) ? options : {}
    const keys = encryptionKeysSchema.safeParse(this.#options.encryptionKeys)
    this.keyIssues = fieldErrorsOf("encryptionKeys", keys.error)
    this.keys = new KeyRing(keys.data ?? [])
    this.accounts = byRail((rail) => {
      const part = this.#options[rail]
      return part && !isRecord(part)
        ? { webhookSecrets: [], issues: [NO_OBJECT] }
        : readAccount(rail, (option) => this.value({ part: rail, option }))
    })
  }

  /**
   * The value as written, or undefined. `process.env.X` of an empty variable is
   * not set.
   */
  value({ part, option }: { part: Part; option: string }): unknown {
    const options = part === "general" ? this.#options : this.#options[part]
    const value = isRecord(options) ? options[option] : undefined
    return typeof value === "string" && !value.trim() ? undefined : value
  }
}

const NO_OBJECT: AdminFieldError = { path: "", message: "must be an object" }

function isRecord(value: unknown): value is Options {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}
