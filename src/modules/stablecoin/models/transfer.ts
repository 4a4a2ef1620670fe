import { model } from "@medusajs/framework/utils"

/**
 * A transfer on a chain that paid a payment. The unique key makes it pay only
 * once. The first payment of a transaction claims it as a whole. Another one
 * gets a transfer of it by its position, once a final block shows both.
 */
const StablecoinTransfer = model
  .define("stablecoin_transfer", {
    id: model.id({ prefix: "sttrf" }).primaryKey(),
    chain: model.text(),
    /** Lower case, since the case of hexadecimal digits has no meaning. */
    tx_hash: model.text(),
    /** Position in its block; -1 for the whole transaction. */
    log_index: model.number().default(-1),
    payment_id: model.text(),
  })
  .indexes([
    { on: ["chain", "tx_hash", "log_index"], unique: true },
    { on: ["payment_id"] },
  ])

export default StablecoinTransfer
