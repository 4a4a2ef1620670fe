import { Module } from "@medusajs/framework/utils"
import reportSettings from "./loaders/report-settings"
import StablecoinModuleService from "./service"

/** Under this key the module is found in the container. */
export const STABLECOIN_MODULE = "stablecoin"

export default Module(STABLECOIN_MODULE, {
  service: StablecoinModuleService,
  loaders: [reportSettings],
})
