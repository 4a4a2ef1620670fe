import { model } from "@medusajs/framework/utils"

/** The last answer of a price source. All processes of a store share it. */
const StablecoinPriceSource = model
  .define("stablecoin_price_source", {
    id: model.id({ prefix: "stpri" }).primaryKey(),
    /** Its name among the settings. */
    source: model.text(),
    /** The settings that it was fetched by. */
    definition: model.text(),
    /** The currencies that were asked for. */
    codes: model.text(),
    /** By lower-case code, each with its value and time. */
    prices: model.json(),
    next_fetch_at: model.dateTime(),
    fetched_at: model.dateTime().nullable(),
    /** Why the last fetch gave not all prices. */
    problem: model.text().nullable(),
  })
  .indexes([{ on: ["source"], unique: true }])

export default StablecoinPriceSource
