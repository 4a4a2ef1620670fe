import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { withoutValues } from "./database-error"

/**
 * Statements about one kind of record, bound to a database. The errors of bound
 * statements contain no values. Statements that run in a caller's transaction
 * are plain functions and need no binding.
 */
export abstract class Aggregate {
  readonly #db: Knex

  constructor(db: Knex) {
    this.#db = db
  }

  protected bind<Rest extends unknown[], Result>(
    run: (db: Knex, ...rest: Rest) => Promise<Result>
  ): (...rest: Rest) => Promise<Result> {
    return async (...rest) => {
      try {
        return await run(this.#db, ...rest)
      } catch (error) {
        throw withoutValues(error)
      }
    }
  }
}
