import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { TABLE } from "../tables"
import type { MedusaColumns } from "./columns"

export const NOTIFICATION_COLUMNS = {
  notification: ["id", "created_at", "data", "resource_id", "resource_type"],
} satisfies MedusaColumns

/** Resource type of the notification about a deleted customer with payments. */
export const DELETED_CUSTOMER = "stablecoin_deleted_customer"

/**
 * SQL of a payment's notifications about exceptions, oldest first. The
 * parameter is a SQL expression.
 */
export function notificationsOf(paymentId: string): string {
  return `SELECT COALESCE(jsonb_agg(jsonb_build_object(
      'id', notification.id, 'created_at', notification.created_at,
      'data', notification.data) ORDER BY notification.created_at), '[]')
    FROM notification
    JOIN ${TABLE.exception} AS exception
      ON exception.id = notification.resource_id
    WHERE notification.resource_type = 'stablecoin_exception'
      AND exception.payment_id = ${paymentId}`
}

/** Replaces the texts of notifications with those of their exceptions. */
export async function eraseNotifications(
  trx: Knex,
  exceptionIds: readonly string[]
): Promise<void> {
  await trx.raw(
    `UPDATE notification
     SET data = jsonb_set(notification.data, '{description}', to_jsonb(exception.message))
     FROM ${TABLE.exception} AS exception
     WHERE notification.resource_type = 'stablecoin_exception'
       AND notification.resource_id = exception.id
       AND notification.data IS NOT NULL AND exception.id = ANY(?)`,
    [[...exceptionIds]]
  )
}

/**
 * Deletes the notification about a deleted customer, once nothing is left to
 * erase.
 */
export async function dropDeletedCustomer(
  db: Knex,
  customer_id: string
): Promise<void> {
  await db("notification")
    .where({ resource_type: DELETED_CUSTOMER, resource_id: customer_id })
    .delete()
}
