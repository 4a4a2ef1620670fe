import type { AdminPayment, AdminPaymentDetail } from "../../../../http-types"
import {
  OPEN_STATUSES,
  PAYMENT_STATUSES,
  PROOF_STATUSES,
  RAIL_TRAITS,
  RAILS,
  REPORTED_WITHIN_MS,
  RETURN_RESULTS,
} from "../../../../ledger"
import { usedForOrders } from "../medusa/payments-of"
import { TABLE } from "../tables"
import {
  CUSTOMER,
  CUSTOMER_EMAIL,
  CUSTOMER_ID,
  decimalSql,
  inSql,
  type List,
  OF_MEDUSA,
  ORDER,
  ORDER_NUMBER,
  orderSql,
  quoted,
  RATE,
} from "./list"
import { NAMED_PAYMENT } from "./search"

const UNREADABLE = inSql(RAILS.filter((rail) => !RAIL_TRAITS[rail].isReadable))
const ON_CHAIN = inSql(RAILS.filter((rail) => RAIL_TRAITS[rail].hasChain))

/**
 * SQL of the hosted payments whose outcome the gateway has not reported in time,
 * and that the merchant has not looked up.
 */
export const NEVER_ANSWERED_SQL = `payment.rail IN ${UNREADABLE}
  AND payment.status IN ${inSql(OPEN_STATUSES)}
  AND (payment.expires_at <= now() OR payment.returned_result = 'success'
    AND payment.returned_at <= now() - interval '${REPORTED_WITHIN_MS} milliseconds')
  AND NOT EXISTS (SELECT FROM ${TABLE.exception} AS closed
    WHERE closed.payment_id = payment.id AND closed.kind = 'never_answered'
      AND closed.status = 'resolved' AND closed.deleted_at IS NULL)`

/** Whether an exception or a refund of it waits for the merchant. */
const NEEDS_ATTENTION = `payment.id IN (
  SELECT payment_id FROM ${TABLE.exception}
    WHERE status = 'open' AND payment_id IS NOT NULL AND deleted_at IS NULL
  UNION ALL SELECT payment_id FROM ${TABLE.refund}
    WHERE status = 'due' AND payment_id IS NOT NULL AND deleted_at IS NULL)`

/** The money that made it paid, or else what arrived for it last. */
const RECEIVED = `CASE payment.status WHEN 'paid' THEN jsonb_build_object(
    'amount', payment.amount, 'currency', payment.currency,
    'chain', payment.chain)
  ELSE (SELECT jsonb_build_object('amount', deposit.amount,
      'currency', deposit.currency, 'chain', deposit.chain)
    FROM ${TABLE.deposit} AS deposit
    WHERE deposit.payment_id = payment.id AND deposit.deleted_at IS NULL
    ORDER BY deposit.created_at DESC, deposit.id DESC LIMIT 1) END`

/** The order that the merchant served with money of an unpaid payment. */
const KEPT_FOR = `CASE WHEN payment.status <> 'paid' THEN (
  SELECT ${orderSql("served")} || jsonb_build_object(
      'is_confirmed', deposit.confirmed_at IS NOT NULL)
  FROM ${TABLE.deposit} AS deposit
  JOIN ${TABLE.allocation} AS used ON used.deposit_id = deposit.id
    AND used.kind = 'kept' AND used.deleted_at IS NULL
  JOIN "order" AS served ON served.id = used.order_id
    AND served.deleted_at IS NULL
  WHERE deposit.payment_id = payment.id AND deposit.deleted_at IS NULL
  ORDER BY used.created_at DESC, used.id DESC LIMIT 1) END`

/** Money that was not captured, such as `5.00 USDT + 7.50 USDT`. */
const OTHER_MONEY = `(SELECT string_agg(deposit.amount || ' ' || deposit.currency, ' + '
    ORDER BY deposit.created_at, deposit.id)
  FROM ${TABLE.deposit} AS deposit
  WHERE deposit.payment_id = payment.id AND deposit.deleted_at IS NULL
    AND deposit.id IS DISTINCT FROM payment.deposit_id)`

/** A single payment, as far as tables have its fields. */
export type StoredPayment = Omit<
  AdminPaymentDetail,
  "cart" | "deposits" | "proof_mode" | "is_held"
>

/**
 * Omits the checkout token, the links that contain it, and the lease. Only a
 * payment's own page shows the link and the address.
 */
export const PAYMENTS: List<AdminPayment, StoredPayment> = {
  one: "payment",
  many: "payments",
  table: TABLE.payment,
  joins: OF_MEDUSA,
  fields: {
    id: true,
    session_id: true,
    payment_collection_id: true,
    cart_id: true,
    order_id: true,
    customer_id: CUSTOMER_ID,
    rail: true,
    status: true,
    mode: true,
    account: true,
    checkout_flow: true,
    capture: true,
    amount: true,
    currency: true,
    chain: true,
    cart_amount: true,
    cart_currency: true,
    rate: RATE,
    locked_until: true,
    late_price: true,
    gateway_id: true,
    returned_at: true,
    returned_result: true,
    reference: true,
    net_amount: true,
    tx_hash: true,
    proof_status: true,
    paid_at: true,
    expires_at: true,
    created_at: true,
    updated_at: true,
    order: ORDER,
    customer: CUSTOMER,
    received: RECEIVED,
    kept_for: KEPT_FOR,
    needs_attention: NEEDS_ATTENTION,
    never_answered: `COALESCE(${NEVER_ANSWERED_SQL}, false)`,
  },
  details: {
    basis: quoted("jsonb_build_object('sources', sources, 'spread', spread)"),
    destination_address: true,
    proof: true,
    next_reconcile_at: `(SELECT next_reconcile_at FROM ${TABLE.schedule}
      WHERE payment_id = payment.id)`,
    // A manually created order is older than its use for the payment.
    ordered_at: `COALESCE((SELECT link.created_at
        FROM order_payment_collection AS link
        WHERE link.payment_collection_id = payment.payment_collection_id
          AND link.order_id = "order".id AND link.deleted_at IS NULL LIMIT 1),
      (SELECT MIN(used.created_at) FROM ${TABLE.deposit} AS deposit
        JOIN ${TABLE.allocation} AS used ON used.deposit_id = deposit.id
          AND used.order_id = "order".id AND used.deleted_at IS NULL
        WHERE deposit.payment_id = payment.id AND deposit.deleted_at IS NULL),
      "order".created_at)`,
    captured_at: `(SELECT own.captured_at FROM payment AS own
      WHERE own.payment_session_id = payment.session_id
        AND own.deleted_at IS NULL LIMIT 1)`,
    payment_link: `CASE WHEN payment.status = 'pending'
      AND LEAST(payment.expires_at, payment.locked_until) > now()
      AND payment.returned_result IS DISTINCT FROM 'success' THEN payment.redirect_url END`,
  },
  filters: {
    rail: { values: RAILS },
    status: { values: PAYMENT_STATUSES },
    chain: {},
    currency: {},
    mode: {},
    account: {},
    payment_collection_id: {},
    cart_id: {},
    order_id: {
      where: usedForOrders("SELECT unnest(CAST(:values AS text[]))"),
    },
    never_answered: { values: ["true"], where: NEVER_ANSWERED_SQL },
    returned_result: { values: RETURN_RESULTS },
    needs_attention: { values: ["true"], where: NEEDS_ATTENTION },
    /** `none`: paid on a chain, without an answer of it. */
    proof_status: {
      values: [...PROOF_STATUSES, "none"],
      where: `payment.proof_status = ANY(:values)
        OR 'none' = ANY(CAST(:values AS text[]))
          AND payment.proof_status IS NULL AND payment.status = 'paid'
          AND payment.rail IN ${ON_CHAIN}`,
    },
  },
  sorts: {
    // Unpaid payments sort as paid before all others.
    paid_at: {
      key: "COALESCE(payment.paid_at, '-infinity')",
      type: "timestamptz",
    },
    amount: { key: "CAST(payment.amount AS numeric)", type: "numeric" },
  },
  search: () => NAMED_PAYMENT,
  csv: {
    id: "payment.id",
    order_number: ORDER_NUMBER,
    status: "payment.status",
    mode: "payment.mode",
    rail: "payment.rail",
    network: "payment.chain",
    coin: "payment.currency",
    amount_due: "payment.amount",
    received: "CASE payment.status WHEN 'paid' THEN payment.amount END",
    other_money: OTHER_MONEY,
    net: "payment.net_amount",
    /** The amount less the net amount that the gateway reports. */
    fee: decimalSql(
      "CAST(payment.amount AS numeric) - CAST(payment.net_amount AS numeric)"
    ),
    transaction_hash: "payment.tx_hash",
    proof_status: "payment.proof_status",
    /** Of the transfer that pays, as its chain shows it. */
    sender: "payment.proof ->> 'sender'",
    block_number: "payment.proof ->> 'block_number'",
    reference: "payment.reference",
    pay_to_address: "payment.destination_address",
    created_at: "payment.created_at",
    paid_at: "payment.paid_at",
    expires_at: "payment.expires_at",
    customer_email: CUSTOMER_EMAIL,
    cart_amount: "payment.cart_amount",
    cart_currency: "upper(payment.cart_currency)",
    rate: RATE,
    order_id: 'COALESCE(payment.order_id, "order".id)',
    customer_id: CUSTOMER_ID,
    cart_id: "payment.cart_id",
    session_id: "payment.session_id",
    payment_collection_id: "payment.payment_collection_id",
    gateway_id: "payment.gateway_id",
  },
}
