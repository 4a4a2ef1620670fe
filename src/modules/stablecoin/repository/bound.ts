import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { withoutValues } from "./database-error"

/** Statements that take their database first. */
type Statements = Record<
  string,
  (db: Knex, ...rest: never[]) => Promise<unknown>
>

/** Statements of a folder, bound to a database. */
type Bound<All extends Statements> = {
  readonly [Name in keyof All]: All[Name] extends (
    db: Knex,
    ...rest: infer Rest
  ) => infer Result
    ? (...rest: Rest) => Result
    : never
}

/**
 * Binds statements to a database. Their errors contain no values. Statements
 * that run in a caller's transaction are plain functions and need no binding.
 */
export function bound<All extends Statements>(
  db: Knex,
  statements: All
): Bound<All> {
  const each = Object.entries(statements).map(([name, run]) => [
    name,
    async (...rest: never[]) => {
      try {
        return await run(db, ...rest)
      } catch (error) {
        throw withoutValues(error)
      }
    },
  ])
  return Object.fromEntries(each) as Bound<All>
}
