import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaColumns } from "./columns"

export const REFUND_COLUMNS = {
  refund: ["id", "deleted_at"],
} satisfies MedusaColumns

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
