import { model } from "@medusajs/framework/utils"

/**
 * A payment's timeline: each fact that changed something or opened an
 * exception, with its source.
 */
const StablecoinFact = model
  .define("stablecoin_fact", {
    id: model.id({ prefix: "stfact" }).primaryKey(),
    payment_id: model.text(),
    kind: model.text(),
    /** One of FACT_SOURCES. */
    source: model.text(),
    status_before: model.text(),
    status_after: model.text(),
    webhook_event_id: model.text().nullable(),
    /** The fact's own fields. */
    details: model.json().nullable(),
  })
  .indexes([{ on: ["payment_id", "created_at"] }])

export default StablecoinFact
