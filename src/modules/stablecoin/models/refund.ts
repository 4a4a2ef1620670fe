import { model } from "@medusajs/framework/utils"

/** `void`: Medusa took its refund back before anything was sent. */
export const REFUND_STATUSES = ["due", "sent", "void"] as const
export type RefundStatus = (typeof REFUND_STATUSES)[number]

/** A refund due: Medusa calls it refunded, and the merchant has still to send it. */
const StablecoinRefund = model
  .define("stablecoin_refund", {
    id: model.id({ prefix: "stref" }).primaryKey(),
    payment_id: model.text(),
    /** Medusa's refund; null when a person opened it while resolving an exception. */
    medusa_refund_id: model.text().nullable(),
    order_id: model.text().nullable(),
    customer_id: model.text().nullable(),
    amount: model.text(),
    currency: model.text(),
    chain: model.text().nullable(),
    cart_amount: model.text(),
    cart_currency: model.text(),
    reason: model.text().nullable(),
    status: model.enum([...REFUND_STATUSES]).default("due"),
    refund_to: model.text().nullable(),
    tx_hash: model.text().searchable().nullable(),
    sent_by: model.text().nullable(),
    sent_at: model.dateTime().nullable(),
  })
  .indexes([
    {
      on: ["medusa_refund_id"],
      unique: true,
      where: "medusa_refund_id IS NOT NULL",
    },
    { on: ["payment_id"] },
    { on: ["status", "created_at"] },
  ])

export default StablecoinRefund
