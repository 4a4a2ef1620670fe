import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { OPEN_STATUSES, ORDER_KINDS, type Payment } from "../../../../ledger"
import { usedForOrders } from "../medusa/payments-of"
import { type PaymentRow, TABLE } from "../tables"
import { ORDERED_WITHIN_MS, reschedule } from "./schedule"

/**
 * An order that was placed or has changed, or one of Medusa's payments, whose
 * money moved.
 */
export type ChangedOrder =
  { order_id: string; is_placed?: boolean } | { medusa_payment_id: string }

/**
 * Payments that wait for their order: paid ones that are not reconciled within a
 * minute anyway. Those that are due, and that no pass has claimed, are not being
 * settled.
 */
const WAITS_FOR_ORDER = `payment.status = 'paid' AND payment.order_id IS NULL
  AND (schedule.next_reconcile_at IS NULL
    OR schedule.next_reconcile_at > now() + interval '${ORDERED_WITHIN_MS} ms'
    OR (schedule.next_reconcile_at <= now() AND schedule.lease_owner IS NULL))`

const IS_UNBALANCED = `EXISTS (SELECT FROM ${TABLE.exception}
  WHERE payment_id = payment.id AND kind = ANY(:kinds) AND status = 'open'
    AND deleted_at IS NULL)`

/**
 * Makes payments due whose money an order has, had or waits for: those that wait
 * for a placed order, those with an open exception about their order after money
 * moved, and otherwise all.
 *
 * @returns their ids
 */
export async function reconcileOrder(
  db: Knex,
  order: ChangedOrder
): Promise<string[]> {
  const [of, concerned] =
    "medusa_payment_id" in order
      ? [
          `SELECT link.order_id FROM payment AS moved
           JOIN order_payment_collection AS link
             ON link.payment_collection_id = moved.payment_collection_id
               AND link.deleted_at IS NULL
           WHERE moved.id = :medusa_payment_id`,
          IS_UNBALANCED,
        ]
      : [
          "SELECT CAST(:order_id AS text)",
          order.is_placed ? WAITS_FOR_ORDER : "true",
        ]
  const { rows } = await db.raw<{ rows: { id: string }[] }>(
    `SELECT payment.id FROM ${TABLE.payment} AS payment
     LEFT JOIN ${TABLE.schedule} AS schedule ON schedule.payment_id = payment.id
     WHERE payment.deleted_at IS NULL AND (${usedForOrders(of)})
       AND ${concerned}`,
    { ...order, kinds: [...ORDER_KINDS] }
  )
  const ids = rows.map(({ id }) => id)
  await reschedule(db, ids, new Date())
  return ids
}

/**
 * Makes the other payments of a collection, and of its order, due, which this
 * one's money may concern: those that may still be paid, those with an open
 * exception, and paid ones whose order lacks money that is released.
 *
 * @returns ids of the collection's paid ones, which Medusa may match by now
 */
export async function reconcileSiblings(
  db: Knex,
  { id, payment_collection_id }: Pick<Payment, "id" | "payment_collection_id">,
  isReleased: boolean
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
  const ids = siblings.map((each) => each.id)
  await reschedule(db, ids, new Date())
  return siblings.flatMap((each) =>
    each.status === "paid" &&
    each.payment_collection_id === payment_collection_id
      ? each.id
      : []
  )
}
