import type { Rows } from "../rows"

export const payments: Rows = {
  entity: "stablecoin_payment",
  one: "payment",
  many: "payments",
}

/** All but the checkout's token and the links that hold it, the destination address, and the lease. */
export const paymentFields = [
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
  "next_look_at",
  "created_at",
  "updated_at",
]

/** Nothing but these can be asked for, by `fields` or `order`. */
export const listPaymentsConfig = {
  defaults: paymentFields,
  allowed: paymentFields,
  isList: true,
}

export const retrievePaymentConfig = { ...listPaymentsConfig, isList: false }

/** Never `details`: there the gateway's token and address are. */
export const factFields = [
  "id",
  "kind",
  "source",
  "status_before",
  "status_after",
  "delivery_id",
  "created_at",
]
