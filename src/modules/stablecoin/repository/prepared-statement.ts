import { createHash } from "node:crypto"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { isDriverError } from "./database-error"

/**
 * A pooler gave this transaction another connection than the one that prepared
 * the statement, or one where another client did.
 */
const NOT_PREPARED_HERE = ["26000", "42P05"]

/**
 * A migration changed the type of a column in the result. PostgreSQL refuses
 * the statement on each connection that prepared it before.
 */
const RESULT_CHANGED = "0A000"

/**
 * A statement that PostgreSQL parses once per connection, and whose plan it
 * keeps. Behind a pooler that does not support this, it is sent as any other.
 * Not for transactions, which the first error there would abort.
 */
export class PreparedStatement<Row> {
  readonly #digest: string
  #changes = 0
  #isPrepared = true

  constructor(
    private readonly sql: string,
    private readonly timeoutMs: number
  ) {
    // Of the text, since a pooler's connections outlive an update of the plugin.
    const digest = createHash("sha256").update(sql).digest("hex")
    this.#digest = digest.slice(0, 16)
  }

  get #name(): string {
    return `stablecoin_${this.#digest}_${this.#changes}`
  }

  async run(db: Knex, values: Record<string, unknown>): Promise<Row[]> {
    if (this.#isPrepared) {
      const name = this.#name
      try {
        return await this.#run(db, values, { name })
      } catch (error) {
        this.#forget(name, error)
      }
    }
    return await this.#run(db, values, {})
  }

  /** @throws the error, unless the statement can run without this name */
  #forget(name: string, error: unknown): void {
    const code = isDriverError(error) ? error.code : ""
    if (NOT_PREPARED_HERE.includes(code)) {
      this.#isPrepared = false
    } else if (code === RESULT_CHANGED) {
      // Other connections may have found out at the same time.
      this.#changes += name === this.#name ? 1 : 0
    } else {
      throw error
    }
  }

  async #run(
    db: Knex,
    values: Record<string, unknown>,
    options: { name?: string }
  ): Promise<Row[]> {
    const { rows } = await db
      .raw<{ rows: Row[] }>(this.sql, values)
      .options(options)
      .timeout(this.timeoutMs, { cancel: true })
    return rows
  }
}
