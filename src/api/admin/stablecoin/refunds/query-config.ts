import type { AdminRefund } from "../../../../http-types"
import { fieldsOf } from "../fields-of"
import { orderOfItsPayment } from "../orders-of"
import { refundedPayment } from "../payment-of"
import { refundedDeposit } from "./refunded-deposit"
import type { Rows } from "../rows"

export const refunds: Rows<AdminRefund> = {
  entity: "stablecoin_refund",
  one: "refund",
  made: {
    payment: refundedPayment,
    deposit: refundedDeposit,
    order: orderOfItsPayment,
  },
  list: (repository, request) => repository.refunds.list(request),
}

export const refundFields = fieldsOf<AdminRefund>()([
  "id",
  "deposit_id",
  "payment_id",
  "medusa_refund_id",
  "exception_id",
  "order_id",
  "customer_id",
  "amount",
  "currency",
  "chain",
  "cart_amount",
  "cart_currency",
  "reason",
  "status",
  "refund_to",
  "refund_to_by",
  "refund_to_at",
  "tx_hash",
  "sent_by",
  "sent_at",
  "proof_status",
  "proof",
  "created_at",
  "updated_at",
  "payment",
  "deposit",
  "order",
])
