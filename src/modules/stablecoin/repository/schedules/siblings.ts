import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { OPEN_STATUSES, type Payment } from "../../../../ledger"
import { type PaymentRow, TABLE } from "../tables"
import { reschedule } from "./schedule"

/**
 * Schedules the other payments of a collection, and of its order, that this
 * one's money may concern: those that may still be paid, those with an open
 * exception, and paid ones whose order lacks money that is released.
 *
 * @returns ids of the collection's paid ones, which Medusa may match by now
 */
export async function reconcileSiblings(
  db: Knex,
  { id, payment_collection_id }: Pick<Payment, "id" | "payment_collection_id">,
  isReleased: boolean,
  now = new Date()
): Promise<string[]> {
  const siblings = await db<PaymentRow>(TABLE.payment)
    .select("id", "status", "payment_collection_id")
    .whereRaw(
      `payment_collection_id = ANY(ARRAY(
         SELECT :own UNION SELECT link.payment_collection_id
         FROM order_payment_collection AS own
         JOIN order_payment_collection AS link
           ON link.order_id = own.order_id AND link.deleted_at IS NULL
         WHERE own.payment_collection_id = :own AND own.deleted_at IS NULL))`,
      { own: payment_collection_id }
    )
    .where({ deleted_at: null })
    .whereNot({ id })
    .andWhere((concerned) =>
      concerned
        .whereIn("status", [...OPEN_STATUSES, ...(isReleased ? ["paid"] : [])])
        .orWhereExists(
          db(`${TABLE.exception} as exception`)
            .select(db.raw("1"))
            .where("exception.payment_id", db.ref(`${TABLE.payment}.id`))
            .where("exception.status", "open")
            .whereNull("exception.deleted_at")
        )
    )
  await reschedule(
    db,
    siblings.map(({ id: sibling }) => sibling),
    now
  )
  return siblings.flatMap((each) =>
    each.status === "paid" &&
    each.payment_collection_id === payment_collection_id
      ? each.id
      : []
  )
}
