import { model } from "@medusajs/framework/utils"

/** How often something that is limited was asked for since a moment, counted for all processes. */
const StablecoinRequestCount = model.define("stablecoin_request_count", {
  /** What is counted, and for whom. */
  key: model.text().primaryKey(),
  counted_from: model.dateTime(),
  count: model.number(),
})

export default StablecoinRequestCount
