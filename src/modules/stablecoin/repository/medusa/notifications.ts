import type { Knex } from "@medusajs/framework/mikro-orm/knex"

/** Resource type of the notification about a deleted customer with payments. */
export const DELETED_CUSTOMER = "stablecoin_deleted_customer"

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
