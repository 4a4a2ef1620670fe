import { model } from "@medusajs/framework/utils"
import { RAILS } from "../../../ledger"

/**
 * Credentials that open payments were started with, retained until the last of
 * them has ended.
 */
const StablecoinAccount = model
  .define("stablecoin_account", {
    id: model.id({ prefix: "stacc" }).primaryKey(),
    /** Referenced by `stablecoin_payment.account`. */
    key: model.text(),
    rail: model.enum([...RAILS]),
    base_url: model.text(),
    client_id: model.text(),
    /** Ciphertext; null where no encryption key is configured. */
    secrets: model.text().nullable(),
  })
  .indexes([{ on: ["key"], unique: true }])

export default StablecoinAccount
