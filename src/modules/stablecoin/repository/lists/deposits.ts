import type { AdminDeposit } from "../../../../http-types"
import { type AllocationKind, RAILS } from "../../../../ledger"
import { owesSql } from "../medusa/order-due"
import { TABLE } from "../tables"
import {
  CUSTOMER_EMAIL,
  decimalSql,
  isoSql,
  type List,
  OF_MEDUSA,
  ORDER,
  ORDER_NUMBER,
  orderSql,
} from "./list"
import { ofNamedPayment } from "./search"

/** The uses of a deposit, oldest first. */
const ALLOCATIONS = `COALESCE((
  SELECT jsonb_agg(jsonb_build_object(
    'id', used.id, 'kind', used.kind, 'amount', used.amount,
    'refund_id', used.refund_id,
    'refund', CASE WHEN refund.id IS NOT NULL THEN jsonb_build_object(
      'status', refund.status, 'sent_at', ${isoSql("refund.sent_at")}) END,
    'order_id', used.order_id, 'order', ${orderSql("served")}
      || jsonb_build_object('currency', served.currency_code,
        'missing', ${decimalSql(owesSql("served.id"))}),
    'reason', used.reason, 'allocated_by', used.allocated_by,
    'created_at', ${isoSql("used.created_at")}
  ) ORDER BY used.created_at, used.id)
  FROM ${TABLE.allocation} AS used
  LEFT JOIN ${TABLE.refund} AS refund ON refund.id = used.refund_id
  LEFT JOIN "order" AS served ON served.id = used.order_id
    AND served.deleted_at IS NULL
  WHERE used.deposit_id = deposit.id AND used.deleted_at IS NULL), '[]')`

const sumOf = (kind: AllocationKind) =>
  decimalSql(`COALESCE((
    SELECT SUM(CAST(used.amount AS numeric)) FROM ${TABLE.allocation} AS used
    WHERE used.deposit_id = deposit.id AND used.kind = '${kind}'
      AND used.deleted_at IS NULL), 0)`)

export const DEPOSITS: List<AdminDeposit> = {
  one: "deposit",
  many: "deposits",
  table: TABLE.deposit,
  joins: `LEFT JOIN ${TABLE.payment} AS payment
    ON payment.id = deposit.payment_id ${OF_MEDUSA}`,
  fields: {
    id: true,
    payment_id: true,
    rail: true,
    mode: true,
    amount: true,
    currency: true,
    reported: true,
    shown: true,
    chain: true,
    tx_hash: true,
    sender: true,
    destination_address: true,
    arrived_at: true,
    confirmed_at: true,
    seen_at: true,
    created_at: true,
    unallocated: decimalSql("deposit.unallocated"),
    allocations: ALLOCATIONS,
    order: ORDER,
  },
  details: {},
  filters: {
    payment_id: {},
    rail: { values: RAILS },
    chain: {},
    currency: {},
    mode: {},
    /** Only deposits with unallocated money. */
    has_rest: { values: ["true"], where: "deposit.unallocated > 0" },
  },
  // Hashes and addresses are stored in lower case.
  search: () =>
    `deposit.id = :q OR deposit.tx_hash = :lower OR deposit.sender = :lower
     OR deposit.destination_address = :lower OR ${ofNamedPayment("deposit")}`,
  csv: {
    id: "deposit.id",
    order_number: ORDER_NUMBER,
    mode: "deposit.mode",
    rail: "deposit.rail",
    network: "deposit.chain",
    coin: "deposit.currency",
    amount: "deposit.amount",
    captured: sumOf("capture"),
    refunded: sumOf("refund"),
    kept: sumOf("kept"),
    unallocated: decimalSql("deposit.unallocated"),
    /** Why the merchant kept money of it. */
    reasons: `(SELECT string_agg(used.reason, '; ' ORDER BY used.created_at, used.id)
      FROM ${TABLE.allocation} AS used
      WHERE used.deposit_id = deposit.id AND used.deleted_at IS NULL)`,
    transaction_hash: "deposit.tx_hash",
    sender: "deposit.sender",
    pay_to_address: "deposit.destination_address",
    arrived_at: "deposit.arrived_at",
    confirmed_at: "deposit.confirmed_at",
    seen_at: "deposit.seen_at",
    recorded_at: "deposit.created_at",
    customer_email: CUSTOMER_EMAIL,
    payment_id: "deposit.payment_id",
    order_id: 'COALESCE(payment.order_id, "order".id)',
  },
}
