import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { Rail } from "../../../../ledger"
import { type PaymentRow, TABLE } from "../tables"

/**
 * Reads when the first payment of a rail was started between two times. Only
 * payments that the gateway confirmed count: it must have sent an event about
 * them.
 *
 * @param range `count`: payments that there must be
 * @returns null if there are fewer
 */
export async function firstStarted(
  db: Knex,
  rail: Rail,
  { after, before, count }: { after: Date; before: Date; count: number }
): Promise<Date | null> {
  const started = await db<PaymentRow>(TABLE.payment)
    .where({ rail })
    .where("created_at", ">", after)
    .where("created_at", "<", before)
    .whereExists((confirmed) =>
      confirmed
        .select(db.raw("1"))
        .from(`${TABLE.fact} as fact`)
        .where("fact.payment_id", db.ref(`${TABLE.payment}.id`))
        .where("fact.kind", "started")
        .whereNull("fact.deleted_at")
    )
    // Matches the index's condition, so that it is used.
    .whereNull("deleted_at")
    .orderBy("created_at")
    .limit(count)
    .pluck<Date[]>("created_at")
  return started.length === count ? (started[0] ?? null) : null
}
