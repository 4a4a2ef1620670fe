import { model } from "@medusajs/framework/utils"
import { RAILS } from "../../../ledger"

/**
 * A merchant account at the gateway with all its secrets: entered in the admin,
 * or from the config once a payment was started with it. A replaced one is
 * retained until the last of its payments has ended.
 */
const StablecoinAccount = model
  .define("stablecoin_account", {
    id: model.id({ prefix: "stacc" }).primaryKey(),
    /** Referenced by `stablecoin_payment.account`. */
    key: model.text(),
    rail: model.enum([...RAILS]),
    base_url: model.text(),
    client_id: model.text(),
    /** As the gateway last reported it; null while unknown. */
    mode: model.text().nullable(),
    /** Whether the sandbox last responded instead of a gateway. */
    sandbox: model.boolean().default(false),
    /** Ciphertext; null where no encryption key is configured. */
    secrets: model.text().nullable(),
    /** Null: it is from the config. */
    entered_at: model.dateTime().nullable(),
    /** When another one was entered, or it was removed. */
    replaced_at: model.dateTime().nullable(),
  })
  .indexes([
    { on: ["key"], unique: true },
    {
      on: ["rail"],
      unique: true,
      where: "entered_at IS NOT NULL AND replaced_at IS NULL",
    },
  ])

export default StablecoinAccount
