import { model } from "@medusajs/framework/utils"

/**
 * Number of rate-limited requests since a given time, counted across all
 * processes.
 */
const StablecoinRequestCount = model.define("stablecoin_request_count", {
  /**
   * The limited action and its owner, such as `start:` and a digest of an
   * address.
   */
  key: model.text().primaryKey(),
  counted_from: model.dateTime(),
  count: model.number(),
})

export default StablecoinRequestCount
