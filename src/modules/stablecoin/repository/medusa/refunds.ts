import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { type RefundRow, TABLE } from "../tables"

/** Finds the unsent refunds of a deposit that Medusa has rolled back. */
export async function findRolledBack(
  db: Knex,
  deposit_id: string
): Promise<RefundRow[]> {
  return await db<RefundRow>(`${TABLE.refund} as due`)
    .where({ deposit_id, status: "due" })
    .whereNotNull("medusa_refund_id")
    .whereNotExists((standing) =>
      standing
        .from("refund")
        .whereRaw("refund.id = due.medusa_refund_id")
        .whereNull("refund.deleted_at")
    )
    .select("due.*")
}
