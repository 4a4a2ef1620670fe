import { createHash } from "node:crypto"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { isDriverError } from "./database-error"

/**
 * A pooler gave this transaction another connection than the one that prepared
 * the statement, or one where another client did.
 */
const NOT_PREPARED_HERE = ["26000", "42P05"]

/**
 * A statement that PostgreSQL parses once per connection, and whose plan it
 * keeps. Behind a pooler that does not support this, it is sent as any other.
 * Not for transactions, which the first error there would abort.
 */
export class PreparedStatement<Row> {
  readonly #name: string
  #isPrepared = true

  constructor(
    private readonly sql: string,
    private readonly timeoutMs: number
  ) {
    // Of the text, since a pooler's connections outlive an update of the plugin.
    const digest = createHash("sha256").update(sql).digest("hex")
    this.#name = `stablecoin_${digest.slice(0, 16)}`
  }

  async run(db: Knex, values: Record<string, unknown>): Promise<Row[]> {
    if (this.#isPrepared) {
      try {
        return await this.#run(db, values, { name: this.#name })
      } catch (error) {
        if (!isDriverError(error) || !NOT_PREPARED_HERE.includes(error.code)) {
          throw error
        }
        this.#isPrepared = false
      }
    }
    return await this.#run(db, values, {})
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
