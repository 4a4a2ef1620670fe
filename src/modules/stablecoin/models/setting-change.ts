import { model } from "@medusajs/framework/utils"

/** Who changed which settings, and when. Never what they were or are: some are secret. */
const StablecoinSettingChange = model
  .define("stablecoin_setting_change", {
    id: model.id({ prefix: "stchg" }).primaryKey(),
    /** The admin's user. */
    actor_id: model.text(),
    /** Names such as `onchain.base_url`. */
    fields: model.array(),
  })
  .indexes([{ on: ["created_at"] }])

export default StablecoinSettingChange
