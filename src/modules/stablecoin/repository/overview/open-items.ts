import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { COUNTED_ROWS } from "../lists/listing"
import { TABLE } from "../tables"

/** Counts open exceptions and refunds due, each up to COUNTED_ROWS. */
export async function countOpenItems(
  db: Knex
): Promise<{ open_exceptions: number; refunds_due: number }> {
  const count = async (table: string, status: string) => {
    const some = db(table)
      .select("status")
      .where({ status, deleted_at: null })
      .limit(COUNTED_ROWS)
    const [answer]: { count?: string }[] = await db
      .count("status")
      .from(some.as("some"))
    return Number(answer?.count)
  }
  const [open_exceptions, refunds_due] = await Promise.all([
    count(TABLE.exception, "open"),
    count(TABLE.refund, "due"),
  ])
  return { open_exceptions, refunds_due }
}
