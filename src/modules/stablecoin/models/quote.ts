import { model } from "@medusajs/framework/utils"

/** A price that a buyer was shown. Amounts are decimal strings. */
const StablecoinQuote = model
  .define("stablecoin_quote", {
    id: model.id({ prefix: "stquo" }).primaryKey(),
    /** The cart, or the collection of an amount due without one. */
    purchase_id: model.text(),
    /** Lower case. */
    currency: model.text(),
    /** US dollars for one unit of the currency. */
    rate: model.text(),
    /** Percent that is added. */
    spread: model.text(),
    /** The prices whose median the rate is, each with its source and time. */
    sources: model.json(),
    valid_until: model.dateTime(),
    locked_until: model.dateTime(),
  })
  .indexes([{ on: ["purchase_id", "created_at"] }])

export default StablecoinQuote
