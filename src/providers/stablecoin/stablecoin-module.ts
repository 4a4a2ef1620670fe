import { STABLECOIN_MODULE } from "../../modules/stablecoin"
import type StablecoinModuleService from "../../modules/stablecoin/service"
import { notAllowed } from "./errors"

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
  try {
    const found = container[STABLECOIN_MODULE]
    if (found) {
      return found as StablecoinModuleService
    }
  } catch {
    // The container throws without the dependency. With it, but without the
    // plugin, the entry is undefined.
  }
  throw notAllowed(
    `The stablecoin payment provider can't reach its module: add dependencies: ["${STABLECOIN_MODULE}"] to the entry of "@medusajs/medusa/payment" in medusa-config.ts, and "medusa-payment-stablecoin" to its plugins.`
  )
}
