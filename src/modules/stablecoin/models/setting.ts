import { model } from "@medusajs/framework/utils"

/** A setting that came from the admin; secret ones hold ciphertext. */
const StablecoinSetting = model
  .define("stablecoin_setting", {
    id: model.id({ prefix: "stset" }).primaryKey(),
    key: model.text(),
    value: model.json(),
    updated_by: model.text().nullable(),
  })
  .indexes([{ on: ["key"], unique: true }])

export default StablecoinSetting
