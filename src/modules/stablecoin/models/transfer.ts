import { model } from "@medusajs/framework/utils"

/**
 * A transfer on a chain that paid a payment. The unique key makes it pay only
 * once.
 */
const StablecoinTransfer = model
  .define("stablecoin_transfer", {
    id: model.id({ prefix: "sttrf" }).primaryKey(),
    chain: model.text(),
    /** Lower case, since the case of hexadecimal digits has no meaning. */
    tx_hash: model.text(),
    payment_id: model.text(),
  })
  .indexes([{ on: ["chain", "tx_hash"], unique: true }, { on: ["payment_id"] }])

export default StablecoinTransfer
