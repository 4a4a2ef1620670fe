import { type Knex, knex } from "@medusajs/framework/mikro-orm/knex"
import type { Imbalance } from "../../../src/ledger"
import { listImbalances } from "../../../src/modules/stablecoin/repository/medusa/imbalances"

/**
 * Reads the deposits and orders whose money is not accounted for at the end of
 * a run, however recently it changed.
 */
export async function readImbalances(db: Knex): Promise<Imbalance[]> {
  const before = new Date(Date.now() + 60_000)
  return await listImbalances(db, before)
}

/** Reads them from the database of a store whose processes may be gone. */
export async function readImbalancesAt(
  databaseUrl: string
): Promise<Imbalance[]> {
  const db = knex({ client: "pg", connection: databaseUrl })
  try {
    return await readImbalances(db)
  } finally {
    await db.destroy()
  }
}
