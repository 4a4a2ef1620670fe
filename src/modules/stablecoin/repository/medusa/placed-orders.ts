import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { ORDER_KINDS } from "../../../../ledger"
import { ORDERED_WITHIN_MS, reschedule } from "../schedules/schedule"
import { TABLE } from "../tables"
import { usedForOrders } from "./payments-of"

/** Payments of an order, and the one it was drafted for, with their schedules. */
const OF_ORDER = `JOIN ${TABLE.payment} AS payment
    ON (payment.payment_collection_id = link.payment_collection_id
        OR payment.draft_order_id = link.order_id)
      AND payment.deleted_at IS NULL
  JOIN ${TABLE.schedule} AS schedule ON schedule.payment_id = payment.id`

/**
 * Makes paid payments of an order due whose order is not recorded yet, unless
 * they are reconciled within a minute anyway. Those that are due already, and that no
 * pass has claimed, are not being settled. Also the payment that the order was
 * drafted for: its money may have been sent back.
 *
 * @returns their ids
 */
export async function reconcileOrdered(
  db: Knex,
  order_id: string
): Promise<string[]> {
  return await makeDue(
    db,
    `(SELECT payment.id FROM order_payment_collection AS link ${OF_ORDER}
       WHERE link.order_id = :order_id AND link.deleted_at IS NULL
         AND payment.status = 'paid' AND payment.order_id IS NULL
         AND (schedule.next_reconcile_at IS NULL
           OR schedule.next_reconcile_at
             > now() + interval '${ORDERED_WITHIN_MS} ms'
           OR (schedule.next_reconcile_at <= now()
             AND schedule.lease_owner IS NULL))
       UNION SELECT id FROM ${TABLE.payment}
         WHERE draft_order_id = :order_id AND deleted_at IS NULL) AS settled (id)
     JOIN ${TABLE.schedule} AS schedule ON schedule.payment_id = settled.id`,
    { order_id }
  )
}

/**
 * Makes the payments due that have an open exception about their order, which
 * one of Medusa's payments belongs to.
 *
 * @returns their ids
 */
export async function reconcileUnbalanced(
  db: Knex,
  medusa_payment_id: string
): Promise<string[]> {
  return await makeDue(
    db,
    `payment AS moved
     JOIN order_payment_collection AS own
       ON own.payment_collection_id = moved.payment_collection_id
         AND own.deleted_at IS NULL
     JOIN order_payment_collection AS link
       ON link.order_id = own.order_id AND link.deleted_at IS NULL
     ${OF_ORDER}
     WHERE moved.id = :medusa_payment_id AND EXISTS (
       SELECT FROM ${TABLE.exception}
       WHERE payment_id = payment.id AND kind = ANY(:kinds) AND status = 'open'
         AND deleted_at IS NULL)`,
    { medusa_payment_id, kinds: [...ORDER_KINDS] }
  )
}

/**
 * Makes all payments due whose money an order has, had or waits for.
 *
 * @returns their ids
 */
export async function reconcileOrder(
  db: Knex,
  order_id: string
): Promise<string[]> {
  const { rows } = await db.raw<{ rows: { id: string }[] }>(
    `SELECT payment.id FROM ${TABLE.payment} AS payment
     WHERE payment.deleted_at IS NULL
       AND (${usedForOrders("SELECT CAST(:order_id AS text)")})`,
    { order_id }
  )
  const ids = rows.map(({ id }) => id)
  await reschedule(db, ids, new Date())
  return ids
}

async function makeDue(
  db: Knex,
  found: string,
  bindings: Record<string, string | string[]>
): Promise<string[]> {
  // Ordered, so that concurrent calls don't deadlock.
  const { rows } = await db.raw<{ rows: { payment_id: string }[] }>(
    `WITH found AS (
       SELECT schedule.payment_id FROM ${found}
       ORDER BY schedule.payment_id FOR UPDATE OF schedule
     )
     UPDATE ${TABLE.schedule} AS schedule
     SET next_reconcile_at = now(), revision = schedule.revision + 1
     FROM found
     WHERE schedule.payment_id = found.payment_id
     RETURNING schedule.payment_id`,
    bindings
  )
  return rows.map(({ payment_id }) => payment_id)
}
