import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { COUNTED_ROWS } from "../lists/list"
import { TABLE } from "../tables"

/**
 * Counts open exceptions and refunds due, each up to COUNTED_ROWS. A refund due
 * is not counted as an exception.
 */
export async function countOpenItems(
  db: Knex
): Promise<{ open_exceptions: number; refunds_due: number }> {
  const count = async (rows: Knex.QueryBuilder) => {
    const some = rows
      .select("status")
      .whereNull("deleted_at")
      .limit(COUNTED_ROWS)
    const [answer]: { count?: string }[] = await db
      .count("status")
      .from(some.as("some"))
    return Number(answer?.count)
  }
  const [open_exceptions, refunds_due] = await Promise.all([
    count(
      db(TABLE.exception)
        .where({ status: "open" })
        .whereNot({ kind: "refund_due" })
    ),
    count(db(TABLE.refund).where({ status: "due" })),
  ])
  return { open_exceptions, refunds_due }
}
