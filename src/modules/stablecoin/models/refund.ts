import { model } from "@medusajs/framework/utils"
import { REFUND_STATUSES } from "../repository/statuses"

/**
 * A refund due: Medusa shows it as refunded, and the merchant still has to send
 * it. The migration adds indexes for the list and its search.
 */
const StablecoinRefund = model
  .define("stablecoin_refund", {
    id: model.id({ prefix: "stref" }).primaryKey(),
    /** The deposit that it returns, or a part of it. */
    deposit_id: model.text(),
    /** The deposit's payment; null while that is unknown. */
    payment_id: model.text().searchable().nullable(),
    /**
     * Medusa's refund; null when the order was cancelled or the merchant opened
     * it.
     */
    medusa_refund_id: model.text().nullable(),
    /** The exception that it resolves, or whose money it is a part of. */
    exception_id: model.text().nullable(),
    order_id: model.text().searchable().nullable(),
    /** The coins to send. */
    amount: model.text(),
    /** The part of the deposit that it returns, at the payment's own price. */
    allocated: model.text(),
    /** The rate of the day that the merchant chose instead of that price. */
    rate: model.text().nullable(),
    currency: model.text(),
    chain: model.text().nullable(),
    cart_amount: model.text(),
    cart_currency: model.text(),
    reason: model.text().nullable(),
    status: model.enum([...REFUND_STATUSES]).default("due"),
    refund_to: model.text().searchable().nullable(),
    refund_to_by: model.text().nullable(),
    refund_to_at: model.dateTime().nullable(),
    tx_hash: model.text().searchable().nullable(),
    sent_by: model.text().nullable(),
    sent_at: model.dateTime().nullable(),
  })
  .indexes([
    { on: ["tx_hash"], where: "tx_hash IS NOT NULL" },
    { on: ["payment_id"] },
    { on: ["deposit_id"] },
    { on: ["status", "created_at"] },
  ])

export default StablecoinRefund
