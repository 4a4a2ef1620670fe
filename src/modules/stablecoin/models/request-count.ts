import { model } from "@medusajs/framework/utils"

/** How often something that is limited was asked for since a moment, counted for all processes. */
const StablecoinRequestCount = model.define("stablecoin_request_count", {
  /** The counted thing and its owner, such as `start:` and a digest of an address. */
  key: model.text().primaryKey(),
  counted_from: model.dateTime(),
  count: model.number(),
})

export default StablecoinRequestCount
