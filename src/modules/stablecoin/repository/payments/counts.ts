import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { TABLE } from "../tables"

/** Counts a read of a paid payment that returned no transfer of its chain. */
export async function countHashlessRead(db: Knex, id: string): Promise<void> {
  await db(TABLE.payment).where({ id }).increment("hashless_reads", 1)
}

/** Counts how many of these payments are paid and how many are cancelled. */
export async function countEnded(
  db: Knex,
  ids: readonly string[]
): Promise<{ paid: number; cancelled: number }> {
  const rows: { status: string; count: string }[] = await db(TABLE.payment)
    .whereIn("id", ids)
    .whereIn("status", ["paid", "cancelled"])
    .groupBy("status")
    .select("status")
    .count("id")
  const count = (status: string) =>
    Number(rows.find((row) => row.status === status)?.count ?? 0)
  return { paid: count("paid"), cancelled: count("cancelled") }
}
