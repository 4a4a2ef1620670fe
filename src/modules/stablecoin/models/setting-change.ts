import { model } from "@medusajs/framework/utils"

/**
 * A change of settings: its author, its time and the names of the settings.
 * Values are left out, since some are secret.
 */
const StablecoinSettingChange = model
  .define("stablecoin_setting_change", {
    id: model.id({ prefix: "stchg" }).primaryKey(),
    /** The admin user. */
    actor_id: model.text(),
    /** Names such as `onchain.base_url`. */
    fields: model.array(),
  })
  .indexes([{ on: ["created_at"] }])

export default StablecoinSettingChange
