import { MedusaError } from "@medusajs/framework/utils"
import type { Payment } from "../../ledger"
import type StablecoinModuleService from "../../modules/stablecoin/service"

/** Error code by which a route detects that no endpoint of a chain answers. */
export const CHAIN_UNAVAILABLE = "chain_unavailable"

/**
 * Looks up a payment's transfer for a merchant who retries its exception.
 *
 * @throws MedusaError when the chain can't be read
 */
export async function readChain(
  stablecoin: StablecoinModuleService,
  payment: Payment
): Promise<void> {
  const error = await stablecoin.proofs.proveAgain(payment)
  if (error) {
    throw new MedusaError(
      MedusaError.Types.UNEXPECTED_STATE,
      `The transfer of payment ${payment.id} could not be looked up, and nothing was changed: ${error.message} Try again in a minute; if it stays so, test the endpoints of ${payment.chain} in the settings.`,
      CHAIN_UNAVAILABLE
    )
  }
}
