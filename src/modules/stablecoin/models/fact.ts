import { model } from "@medusajs/framework/utils"
import { FACT_SOURCES } from "../../../ledger"

/** A payment's timeline: each fact that changed something or raised a question, and who told it. */
const StablecoinFact = model
  .define("stablecoin_fact", {
    id: model.id({ prefix: "stfact" }).primaryKey(),
    payment_id: model.text(),
    kind: model.text(),
    source: model.enum([...FACT_SOURCES]),
    status_before: model.text(),
    status_after: model.text(),
    delivery_id: model.text().nullable(),
    /** The fact in its own words. */
    details: model.json().nullable(),
  })
  .indexes([{ on: ["payment_id", "created_at"] }])

export default StablecoinFact
