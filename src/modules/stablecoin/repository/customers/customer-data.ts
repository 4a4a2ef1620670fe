import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { ofCustomers } from "../medusa/payments-of"
import { TABLE } from "../tables"

/**
 * Rows about a payment, as stored, without the fields that open or confirm it.
 */
type PaymentData = Record<string, unknown> & {
  id: string
  facts: Record<string, unknown>[]
  exceptions: Record<string, unknown>[]
  refunds: Record<string, unknown>[]
  webhooks: Record<string, unknown>[]
}

const THEIRS = `payment.deleted_at IS NULL
  AND (${ofCustomers("SELECT CAST(:customer_id AS text)")})`

/** Secrets of the checkout, and fields that only the plugin itself needs. */
const LEFT_OUT = [
  "checkout_token",
  "redirect_url",
  "app_url",
  "intent_url",
  "return_token",
  "deleted_at",
]

/**
 * Reads all stored data of a customer's payments, oldest first, in one
 * statement.
 */
export async function readCustomerData(
  db: Knex,
  customer_id: string
): Promise<PaymentData[]> {
  const { rows } = await db.raw<{ rows: { data: PaymentData }[] }>(
    `SELECT to_jsonb(payment) - CAST(:leftOut AS text[]) || jsonb_build_object(
       'facts', ${rowsOf(TABLE.fact)},
       'exceptions', ${rowsOf(TABLE.exception)},
       'refunds', ${rowsOf(TABLE.refund)},
       'webhooks', ${rowsOf(TABLE.webhookEvent)}
     ) AS data
     FROM ${TABLE.payment} AS payment
     WHERE ${THEIRS}
     ORDER BY payment.created_at, payment.id`,
    { customer_id, leftOut: LEFT_OUT }
  )
  return rows.map(({ data }) => data)
}

/**
 * Reads the ids of the payments that a customer was not erased from, oldest
 * first.
 */
export async function findCustomerPayments(
  db: Knex,
  customer_id: string
): Promise<string[]> {
  return await db(`${TABLE.payment} AS payment`)
    .whereRaw(THEIRS, { customer_id })
    .whereNotExists(
      db(TABLE.fact)
        .whereRaw("payment_id = payment.id")
        .where({ kind: "forgotten", deleted_at: null })
    )
    .orderBy(["created_at", "id"])
    .pluck<string[]>("id")
}

function rowsOf(table: string): string {
  return `(SELECT COALESCE(
      jsonb_agg(to_jsonb(part) - 'deleted_at' ORDER BY part.created_at), '[]')
    FROM ${table} AS part WHERE part.payment_id = payment.id)`
}
