import { ModuleProvider, Modules } from "@medusajs/framework/utils"
import { SERVICES } from "./services"

export default ModuleProvider(Modules.PAYMENT, {
  services: Object.values(SERVICES),
})
