import { defineJoinerConfig } from "@medusajs/framework/utils"
import * as models from "./models"
import { STABLECOIN_MODULE } from "./module-key"

/**
 * How Medusa queries the module's models. Its default is the same, but builds
 * the GraphQL schema each of the several times that a boot reads it.
 */
export const joinerConfig = defineJoinerConfig(STABLECOIN_MODULE, {
  models: Object.values(models),
})
