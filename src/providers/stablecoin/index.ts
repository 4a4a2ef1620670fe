import { ModuleProvider, Modules } from "@medusajs/framework/utils"
import { StablecoinHostedService, StablecoinOnchainService } from "./services"

export default ModuleProvider(Modules.PAYMENT, {
  services: [StablecoinHostedService, StablecoinOnchainService],
})
