import type { AdminRefund } from "../../../../http-types"
import { refundDueKey } from "../exceptions/exceptions"
import { REFUND_STATUSES } from "../statuses"
import { TABLE } from "../tables"
import {
  CUSTOMER,
  CUSTOMER_EMAIL,
  type List,
  OF_MEDUSA,
  ORDER,
  ORDER_NUMBER,
  RATE,
  orderSql,
} from "./list"
import { ofNamedPayment } from "./search"

/** The merchant's reason, or the reason and the note of Medusa's own refund. */
const REASON = `COALESCE(refund.reason, (
  SELECT NULLIF(concat_ws(': ', reason.label, made.note), '')
  FROM refund AS made LEFT JOIN refund_reason AS reason
    ON reason.id = made.refund_reason_id
  WHERE made.id = refund.medusa_refund_id))`

/** SQL of the order it was written for, which its payment may have lost since. */
const ownOrder = (field: string, otherwise: string): string =>
  `COALESCE((SELECT ${field} FROM "order" AS own
    WHERE own.id = refund.order_id AND own.deleted_at IS NULL), ${otherwise})`

export const REFUNDS: List<AdminRefund> = {
  one: "refund",
  many: "refunds",
  table: TABLE.refund,
  joins: `LEFT JOIN ${TABLE.payment} AS payment
    ON payment.id = refund.payment_id ${OF_MEDUSA}`,
  fields: {
    id: true,
    deposit_id: true,
    payment_id: true,
    medusa_refund_id: true,
    exception_id: true,
    due_exception_id: `(SELECT id FROM ${TABLE.exception}
      WHERE key = refund.id || '${refundDueKey("")}' AND deleted_at IS NULL)`,
    order_id: true,
    amount: true,
    allocated: true,
    rate: true,
    currency: true,
    chain: true,
    cart_amount: true,
    cart_currency: true,
    reason: REASON,
    status: true,
    refund_to: true,
    refund_to_by: true,
    refund_to_at: true,
    tx_hash: true,
    sent_by: true,
    sent_at: true,
    created_at: true,
    updated_at: true,
    payment: `CASE WHEN payment.id IS NOT NULL THEN jsonb_build_object(
      'mode', payment.mode, 'proof_status', payment.proof_status,
      'deposit_id', payment.deposit_id, 'rate', ${RATE}) END`,
    deposit: `(SELECT jsonb_build_object('sender', sender, 'amount', amount,
        'currency', currency, 'reported', reported, 'shown', shown,
        'is_confirmed', confirmed_at IS NOT NULL)
      FROM ${TABLE.deposit} WHERE id = refund.deposit_id)`,
    order: ownOrder(orderSql("own"), ORDER),
    customer: CUSTOMER,
  },
  details: {},
  filters: {
    payment_id: {},
    status: { values: REFUND_STATUSES },
    order_id: {},
    currency: {},
    chain: {},
  },
  search: () =>
    `refund.id = :q OR refund.medusa_refund_id = :q
     OR refund.exception_id = :q OR refund.order_id = :q
     OR lower(refund.tx_hash) = :lower OR lower(refund.refund_to) = :lower
     OR ${ofNamedPayment("refund")}
     OR refund.status = 'due' AND refund.reason ILIKE :part`,
  csv: {
    id: "refund.id",
    order_number: ownOrder("own.display_id", ORDER_NUMBER),
    status: "refund.status",
    mode: "payment.mode",
    rail: "payment.rail",
    network: "refund.chain",
    coin: "refund.currency",
    amount: "refund.amount",
    send_to: "refund.refund_to",
    transfer: "refund.tx_hash",
    reason: REASON,
    created_at: "refund.created_at",
    sent_at: "refund.sent_at",
    sent_by: "refund.sent_by",
    customer_email: CUSTOMER_EMAIL,
    cart_amount: "refund.cart_amount",
    cart_currency: "upper(refund.cart_currency)",
    payment_id: "refund.payment_id",
    order_id: 'COALESCE(refund.order_id, payment.order_id, "order".id)',
    exception_id: "refund.exception_id",
    medusa_refund_id: "refund.medusa_refund_id",
    rate: `COALESCE(refund.rate, ${RATE})`,
    amount_at_payment_price: "refund.allocated",
  },
}
