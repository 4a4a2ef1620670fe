import { model } from "@medusajs/framework/utils"

/** A transfer on a chain that has paid a payment. The unique key makes it pay once. */
const StablecoinTransfer = model
  .define("stablecoin_transfer", {
    id: model.id({ prefix: "sttrf" }).primaryKey(),
    chain: model.text(),
    /** Lower case: hexadecimal digits mean the same in either. */
    tx_hash: model.text(),
    payment_id: model.text(),
  })
  .indexes([{ on: ["chain", "tx_hash"], unique: true }, { on: ["payment_id"] }])

export default StablecoinTransfer
