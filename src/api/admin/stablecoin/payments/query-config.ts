import type {
  AdminFact,
  AdminPayment,
  AdminPaymentDetail,
} from "../../../../http-types"
import type { ListRequest } from "../../../../modules/stablecoin/types"
import { fieldsOf } from "../fields-of"
import { orderOfPayment } from "../orders-of"
import type { Rows } from "../rows"
import {
  capturedAt,
  customerOfPayment,
  nextReconciliation,
} from "./computed-fields"
import { otherMoney, paymentLink } from "./other-money"

export const payments: Rows<AdminPayment> = {
  entity: "stablecoin_payment",
  one: "payment",
  made: { order: orderOfPayment },
  list: (
    adminOperations,
    { where: { never_answered, ...where }, ...request }
  ) =>
    adminOperations.listPayments({
      ...request,
      where,
      never_answered: never_answered !== undefined,
    } satisfies ListRequest & { never_answered: boolean }),
}

/**
 * Adds the fields that only a payment's own page and its order's panel show.
 */
export const paymentDetails: Rows<AdminPaymentDetail> = {
  ...payments,
  row: undefined,
  made: {
    order: orderOfPayment,
    next_reconcile_at: nextReconciliation,
    payment_link: paymentLink,
    other_money: otherMoney,
    captured_at: capturedAt,
    customer: customerOfPayment,
  },
}

/**
 * Every column except the checkout token, the links that contain it, the
 * destination address and the lease.
 */
export const paymentFields = fieldsOf<AdminPayment>()([
  "id",
  "session_id",
  "payment_collection_id",
  "cart_id",
  "order_id",
  "customer_id",
  "rail",
  "status",
  "mode",
  "account",
  "checkout_flow",
  "capture",
  "amount",
  "currency",
  "chain",
  "cart_amount",
  "cart_currency",
  "gateway_id",
  "returned_at",
  "returned_result",
  "reference",
  "net_amount",
  "tx_hash",
  "paid_at",
  "expires_at",
  "created_at",
  "updated_at",
  "order",
])

/**
 * Adds the payment link, which an admin may send to the buyer again, and the
 * destination address, to look it up. Lists omit both.
 */
export const paymentDetailFields = [
  ...paymentFields,
  ...fieldsOf<Omit<AdminPaymentDetail, keyof AdminPayment>>()([
    "destination_address",
    "next_reconcile_at",
    "payment_link",
    "other_money",
    "captured_at",
    "customer",
  ]),
]

/** The only fields that `fields` and `order` may name. */
export const listPaymentsConfig = {
  defaults: paymentFields,
  allowed: paymentFields,
  isList: true,
}

export const retrievePaymentConfig = {
  defaults: paymentDetailFields,
  allowed: paymentDetailFields,
  isList: false,
}

/** Excludes `details`, of which responses contain only the money. */
export const factFields = fieldsOf<Omit<AdminFact, "money">>()([
  "id",
  "kind",
  "source",
  "status_before",
  "status_after",
  "webhook_event_id",
  "created_at",
])
