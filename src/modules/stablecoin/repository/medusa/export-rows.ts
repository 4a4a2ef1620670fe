import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { AllocationKind, ProofStatus } from "../../../../ledger"
import type { RefundStatus } from "../statuses"
import { throughIndexes } from "../lists/through-indexes"
import { allocatedSql, unallocatedSql } from "../deposits/unallocated"
import { type DepositRow, type PaymentRow, TABLE } from "../tables"

/** Values that only Medusa has. */
type OfMedusa = {
  order_number: string | null
  customer_email: string | null
}

/** A payment, as it is exported. */
export type PaymentExport = OfMedusa &
  Pick<
    PaymentRow,
    | "id"
    | "session_id"
    | "payment_collection_id"
    | "cart_id"
    | "order_id"
    | "customer_id"
    | "rail"
    | "status"
    | "mode"
    | "amount"
    | "currency"
    | "chain"
    | "cart_amount"
    | "cart_currency"
    | "gateway_id"
    | "destination_address"
    | "reference"
    | "net_amount"
    | "tx_hash"
    | "proof_status"
    | "paid_at"
    | "expires_at"
    | "created_at"
  > & {
    received_amount: string | null
    /** Money that was not captured, such as `5.00 USDT + 7.50 USDT`. */
    other_money: string | null
    /** Of the transfer that pays, as its chain shows it. */
    sender: string | null
    /** Block of the transaction. */
    block_number: string | null
  }

/** A refund, as it is exported. */
export type RefundExport = OfMedusa & {
  id: string
  payment_id: string
  medusa_refund_id: string | null
  exception_id: string | null
  order_id: string | null
  status: RefundStatus
  mode: string | null
  rail: string | null
  amount: string
  currency: string
  chain: string | null
  cart_amount: string
  cart_currency: string
  reason: string | null
  refund_to: string | null
  tx_hash: string | null
  proof_status: ProofStatus | null
  sent_by: string | null
  sent_at: Date | null
  created_at: Date
}

/** A deposit, as it is exported, with the sum of each use. */
export type DepositExport = OfMedusa &
  Record<"captured" | "refunded" | "kept" | "unallocated", string> &
  Pick<
    DepositRow,
    | "id"
    | "payment_id"
    | "rail"
    | "mode"
    | "chain"
    | "currency"
    | "amount"
    | "tx_hash"
    | "sender"
    | "destination_address"
    | "arrived_at"
    | "confirmed_at"
    | "seen_at"
    | "created_at"
  > & {
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
    `SELECT payment.id, payment.session_id, payment.payment_collection_id,
       payment.cart_id, COALESCE(payment.order_id, link.order_id) AS order_id,
       payment.customer_id, payment.rail, payment.status, payment.mode,
       payment.amount, payment.currency, payment.chain, payment.cart_amount,
       payment.cart_currency, payment.gateway_id, payment.destination_address,
       payment.reference, payment.net_amount, payment.tx_hash, payment.paid_at,
       payment.expires_at, payment.created_at, payment.proof_status,
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
    `SELECT refund.id, refund.payment_id, refund.medusa_refund_id,
       refund.exception_id,
       COALESCE(refund.order_id, payment.order_id, link.order_id) AS order_id,
       refund.status, payment.mode, payment.rail, refund.amount,
       refund.currency, refund.chain, refund.cart_amount, refund.cart_currency,
       refund.reason, refund.refund_to, refund.tx_hash, refund.proof_status,
       refund.sent_by, refund.sent_at, refund.created_at, ${OF_MEDUSA_FIELDS}
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
