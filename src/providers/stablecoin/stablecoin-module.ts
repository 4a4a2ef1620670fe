import { MedusaError } from "@medusajs/framework/utils"
import type StablecoinModuleService from "../../modules/stablecoin/service"

export const STABLECOIN = "stablecoin"

/**
 * The stablecoin module, as the Payment module's container offers it. Read it
 * when it is needed: it is resolved lazily, and throws where it is not wired.
 *
 * @throws MedusaError that names the line to add
 */
export function stablecoinModule(
  container: Record<string, unknown>
): StablecoinModuleService {
  try {
    return container[STABLECOIN] as StablecoinModuleService
  } catch {
    throw new MedusaError(
      MedusaError.Types.NOT_ALLOWED,
      `The stablecoin payment provider can't reach its module: add dependencies: ["${STABLECOIN}"] to the entry of "@medusajs/medusa/payment" in medusa-config.ts, and "medusa-payment-stablecoin" to its plugins.`
    )
  }
}
