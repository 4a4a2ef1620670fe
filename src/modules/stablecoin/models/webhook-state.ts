import { model } from "@medusajs/framework/utils"
import { RAILS } from "../../../ledger"

/**
 * The last received and last rejected webhook of each rail, watched since
 * `created_at`.
 */
const StablecoinWebhookState = model
  .define("stablecoin_webhook_state", {
    id: model.id({ prefix: "stwhs" }).primaryKey(),
    rail: model.enum([...RAILS]),
    last_received_at: model.dateTime().nullable(),
    last_rejected_at: model.dateTime().nullable(),
    /** `unauthorized`, `invalid_data` or `unavailable`. */
    last_rejected_reason: model.text().nullable(),
  })
  .indexes([{ on: ["rail"], unique: true }])

export default StablecoinWebhookState
