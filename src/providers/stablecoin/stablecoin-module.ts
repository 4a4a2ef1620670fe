import { MedusaError } from "@medusajs/framework/utils"
import { STABLECOIN_MODULE } from "../../modules/stablecoin"
import type StablecoinModuleService from "../../modules/stablecoin/service"

/**
 * Returns the stablecoin module from the Payment module's container. It is
 * resolved lazily and throws where it is not configured, so read it only when
 * needed.
 *
 * @throws MedusaError that names the line to add
 */
export function stablecoinModule(
  container: Record<string, unknown>
): StablecoinModuleService {
  const found = resolve(container)
  if (!found) {
    throw new MedusaError(
      MedusaError.Types.NOT_ALLOWED,
      `The stablecoin payment provider can't reach its module: add dependencies: ["${STABLECOIN_MODULE}"] to the entry of "@medusajs/medusa/payment" in medusa-config.ts, and "medusa-payment-stablecoin" to its plugins.`
    )
  }
  return found
}

/**
 * Without the dependency the container throws. With it but without the plugin,
 * the entry is undefined.
 */
function resolve(
  container: Record<string, unknown>
): StablecoinModuleService | undefined {
  try {
    return container[STABLECOIN_MODULE] as StablecoinModuleService | undefined
  } catch {
    return undefined
  }
}
