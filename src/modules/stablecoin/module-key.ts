import type StablecoinModuleService from "./service"

/** The module's key in the container. */
export const STABLECOIN_MODULE = "stablecoin"

declare module "@medusajs/framework/types" {
  interface ModuleImplementations {
    [STABLECOIN_MODULE]: StablecoinModuleService
  }
}
