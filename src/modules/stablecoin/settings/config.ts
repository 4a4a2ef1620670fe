import type { Rail } from "../../../ledger"
import { encryptionKeysSchema } from "./options"
import { KeyRing } from "./encryption"
import {
  type GivenSecret,
  isWrongList,
  readableSecrets,
  WEBHOOK_SECRETS,
} from "./webhook-secret-options"
import type { Field, Part } from "./fields"

type Options = Record<string, unknown>

/**
 * The options in `medusa-config.ts`, read field by field, so that an invalid
 * one does not hide the others.
 */
export class Config {
  readonly keys: KeyRing

  constructor(readonly options: unknown) {
    const keys = encryptionKeysSchema.safeParse(options).data?.encryptionKeys
    this.keys = new KeyRing(keys ?? [])
  }

  /**
   * Why the encryption keys can't be used. Null when they can, or when none are
   * set.
   */
  get keysProblem(): string | null {
    const { error } = encryptionKeysSchema.safeParse(this.options)
    const [issue] = error?.issues ?? []
    return issue ? `${issue.path.join(".")}: ${issue.message}` : null
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
    return isWrongList(rail, this.#part(rail)[WEBHOOK_SECRETS[rail]])
  }

  /** The options with more values added, where their type allows it. */
  with(more: Record<Part, Options>): unknown {
    if (this.options != null && !isRecord(this.options)) {
      return this.options
    }
    const { general, ...others } = more
    const whole: Options = { ...this.options, ...general }
    for (const [name, values] of Object.entries(others)) {
      const part = whole[name]
      if (part == null || isRecord(part)) {
        whole[name] = { ...part, ...values }
      }
    }
    return whole
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
