import { Module } from "@medusajs/framework/utils"
import reportSettings from "./loaders/report-settings"
import { STABLECOIN_MODULE } from "./module-key"
import StablecoinModuleService from "./service"

export { STABLECOIN_EVENTS } from "./payments/events"
export { STABLECOIN_MODULE } from "./module-key"
export type { StablecoinOptions } from "./settings/options"

export default Module(STABLECOIN_MODULE, {
  service: StablecoinModuleService,
  loaders: [reportSettings],
})
