import type { Rail } from "../../../ledger"
import { KeyRing } from "./encryption"
import { type Field, type Issue, issuesOf, type Part } from "./fields"
import { encryptionKeysSchema, writtenText } from "./values"
import {
  type GivenSecret,
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

  constructor(private readonly options: unknown) {
    const written = this.#part("general").encryptionKeys
    const keys = encryptionKeysSchema.safeParse(written)
    this.encryptionKeys = keys.data ?? []
    this.keyIssues = issuesOf("encryptionKeys", keys)
    this.keys = new KeyRing(this.encryptionKeys)
  }

  /** The value as written, or undefined. */
  value({ part, option }: Pick<Field, "part" | "option">): unknown {
    const value = this.#part(part)[option]
    // `process.env.X` of an empty variable
    return typeof value === "string" && !value.trim() ? undefined : value
  }

  /**
   * Whether it sets any credentials of a rail: all are from the config then. A
   * base URL alone is the address of the account that the admin enters.
   */
  hasCredentials(rail: Rail): boolean {
    const options = ["clientId", "clientSecret"]
    return (
      options.some(
        (option) => this.value({ part: rail, option }) !== undefined
      ) ||
      this.isWrongList(rail) ||
      this.webhookSecrets(rail).length > 0
    )
  }

  /**
   * The valid secrets. Invalid ones are reported as problems of the options.
   */
  webhookSecrets(rail: Rail): GivenSecret[] {
    return readableSecrets(rail, this.#part(rail)[WEBHOOK_SECRETS[rail]])
  }

  /** Whether that list is invalid. */
  isWrongList(rail: Rail): boolean {
    const list = this.#part(rail)[WEBHOOK_SECRETS[rail]]
    return !LIST[rail].safeParse(list).success
  }

  /** Why secrets of a rail can't be used. */
  secretIssues(rail: Rail): Issue[] {
    const part = this.#part(rail)
    const list = WEBHOOK_SECRETS[rail]
    return [
      ...issuesOf("clientSecret", writtenText.safeParse(part.clientSecret)),
      ...issuesOf(list, LIST[rail].safeParse(part[list])),
    ]
  }

  #part(part: Part): Options {
    const options = isRecord(this.options) ? this.options : {}
    const found = part === "general" ? options : options[part]
    return isRecord(found) ? found : {}
  }
}

function isRecord(value: unknown): value is Options {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}
