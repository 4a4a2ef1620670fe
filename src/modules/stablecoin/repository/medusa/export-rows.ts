import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { AllocationKind } from "../../../../ledger"
import { throughIndexes } from "../lists/through-indexes"
import { allocatedSql, unallocatedSql } from "../deposits/unallocated"
import {
  type DepositRow,
  type PaymentRow,
  type RefundRow,
  TABLE,
} from "../tables"

/** Values that only Medusa has. */
type OfMedusa = {
  order_number: string | null
  customer_email: string | null
}

/** A payment, as it is exported. */
export type PaymentExport = OfMedusa &
  PaymentRow & {
    received_amount: string | null
    /** Money that was not captured, such as `5.00 USDT + 7.50 USDT`. */
    other_money: string | null
    /** Of the transfer that pays, as its chain shows it. */
    sender: string | null
    /** Block of the transaction. */
    block_number: string | null
  }

/** A refund, as it is exported. */
export type RefundExport = OfMedusa &
  RefundRow & {
    mode: string | null
    rail: string | null
    cart_amount: string
    cart_currency: string
    reason: string | null
    created_at: Date
  }

/** A deposit, as it is exported, with the sum of each use. */
export type DepositExport = OfMedusa &
  DepositRow &
  Record<"captured" | "refunded" | "kept" | "unallocated", string> & {
    order_id: string | null
    /** Why the merchant kept money of it. */
    reasons: string | null
  }

/** Of `payment`: its order, as recorded or else as linked, and its customer. */
const OF_MEDUSA = `
  LEFT JOIN LATERAL (
    SELECT order_id FROM order_payment_collection
    WHERE payment.order_id IS NULL AND deleted_at IS NULL
      AND payment_collection_id = payment.payment_collection_id LIMIT 1
  ) AS link ON true
  LEFT JOIN "order" ON "order".deleted_at IS NULL
    AND "order".id = COALESCE(payment.order_id, link.order_id)
  LEFT JOIN customer ON customer.id = payment.customer_id
    AND customer.deleted_at IS NULL
  LEFT JOIN cart ON cart.id = payment.cart_id`

const OF_MEDUSA_FIELDS = `"order".display_id::text AS order_number,
  COALESCE(customer.email, cart.email) AS customer_email`

/** Reads payments to export, in the order of the ids. */
export async function readPaymentExports(
  db: Knex,
  ids: readonly string[]
): Promise<PaymentExport[]> {
  return await read<PaymentExport>(
    db,
    ids,
    `SELECT payment.*, COALESCE(payment.order_id, link.order_id) AS order_id,
       payment.proof ->> 'sender' AS sender,
       payment.proof ->> 'block_number' AS block_number,
       CASE payment.status WHEN 'paid' THEN payment.amount
         END AS received_amount,
       other.amounts AS other_money,
       ${OF_MEDUSA_FIELDS}
     FROM unnest(CAST(? AS text[])) WITH ORDINALITY AS named (id, position)
     JOIN ${TABLE.payment} AS payment ON payment.id = named.id
     LEFT JOIN LATERAL (
       SELECT string_agg(deposit.amount || ' ' || deposit.currency, ' + '
         ORDER BY deposit.created_at, deposit.id) AS amounts
       FROM ${TABLE.deposit} AS deposit
       WHERE deposit.payment_id = payment.id AND deposit.deleted_at IS NULL
         AND deposit.id IS DISTINCT FROM payment.deposit_id
     ) AS other ON true
     ${OF_MEDUSA}
     ORDER BY named.position`
  )
}

/** Reads refunds to export, in the order of the ids. */
export async function readRefundExports(
  db: Knex,
  ids: readonly string[]
): Promise<RefundExport[]> {
  return await read<RefundExport>(
    db,
    ids,
    `SELECT refund.*, payment.mode, payment.rail,
       COALESCE(refund.order_id, payment.order_id, link.order_id) AS order_id,
       ${OF_MEDUSA_FIELDS}
     FROM unnest(CAST(? AS text[])) WITH ORDINALITY AS named (id, position)
     JOIN ${TABLE.refund} AS refund ON refund.id = named.id
     LEFT JOIN ${TABLE.payment} AS payment ON payment.id = refund.payment_id
     ${OF_MEDUSA}
     ORDER BY named.position`
  )
}

const SUMS = Object.entries({
  captured: "capture",
  refunded: "refund",
  kept: "kept",
} satisfies Record<string, AllocationKind>)
  .map(
    ([name, kind]) =>
      `${asDecimal(allocatedSql("deposit", `AND used.kind = '${kind}'`))} AS ${name},`
  )
  .join(" ")

/** Reads deposits to export, in the order of the ids. */
export async function readDepositExports(
  db: Knex,
  ids: readonly string[]
): Promise<DepositExport[]> {
  return await read<DepositExport>(
    db,
    ids,
    `SELECT deposit.*, ${SUMS}
       ${asDecimal(unallocatedSql("deposit"))} AS unallocated,
       (SELECT string_agg(used.reason, '; ' ORDER BY used.created_at, used.id)
        FROM ${TABLE.allocation} AS used
        WHERE used.deposit_id = deposit.id AND used.deleted_at IS NULL
       ) AS reasons,
       COALESCE(payment.order_id, link.order_id) AS order_id,
       ${OF_MEDUSA_FIELDS}
     FROM unnest(CAST(? AS text[])) WITH ORDINALITY AS named (id, position)
     JOIN ${TABLE.deposit} AS deposit ON deposit.id = named.id
     LEFT JOIN ${TABLE.payment} AS payment ON payment.id = deposit.payment_id
     ${OF_MEDUSA}
     ORDER BY named.position`
  )
}

/** SQL of an exact decimal with two digits or more, as text. */
function asDecimal(sql: string): string {
  return `CAST(${sql} + 0.00 AS text)`
}

async function read<Row>(
  db: Knex,
  ids: readonly string[],
  sql: string
): Promise<Row[]> {
  return await throughIndexes(db, async (trx) => {
    const { rows } = await trx.raw<{ rows: Row[] }>(sql, [[...ids]])
    return rows
  })
}
