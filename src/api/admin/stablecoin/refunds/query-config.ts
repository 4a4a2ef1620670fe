import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { AdminRefund, AdminRefundDeposit } from "../../../../http-types"
import { idsOf, type MadeField, type Rows } from "../rows"
import { fieldsOf } from "../fields-of"
import { orderOfItsPayment } from "../orders-of"
import { refundedPayment } from "../payment-of"

/** The deposit that each refund returns. */
const refundedDeposit: MadeField = {
  from: ["deposit_id"],
  make: async (scope, rows) => {
    const { data } = await scope
      .resolve(ContainerRegistrationKeys.QUERY)
      .graph({
        entity: "stablecoin_deposit",
        fields: ["id", "sender"],
        filters: { id: idsOf(rows, "deposit_id") },
      })
    const senders = new Map(
      data.map(({ id, sender }) => [id as unknown, sender])
    )
    return rows.map(({ deposit_id }): AdminRefundDeposit => ({
      sender: senders.get(deposit_id) ?? null,
    }))
  },
}

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
