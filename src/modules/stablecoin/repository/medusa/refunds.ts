import type { Knex } from "@medusajs/framework/mikro-orm/knex"

/** Returns which of Medusa's refunds were not rolled back, by their ids. */
export async function findStandingMedusaRefunds(
  db: Knex,
  ids: readonly string[]
): Promise<string[]> {
  return await db("refund")
    .whereIn("id", ids)
    .whereNull("deleted_at")
    .pluck<string[]>("id")
}
