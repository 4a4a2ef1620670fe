import { model } from "@medusajs/framework/utils"

/** A setting saved in the admin. Secret values are ciphertext. */
const StablecoinSetting = model
  .define("stablecoin_setting", {
    id: model.id({ prefix: "stset" }).primaryKey(),
    key: model.text(),
    value: model.json(),
    updated_by: model.text().nullable(),
  })
  .indexes([{ on: ["key"], unique: true }])

export default StablecoinSetting
