import { MedusaError } from "@medusajs/framework/utils"
import type { Fact, Payment } from "../../ledger"
import type StablecoinModuleService from "../../modules/stablecoin/service"
import { gatewayFailure } from "../gateway-failure"
import { RefusedError } from "../refused-error"

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

/**
 * Reads a payment from the gateway for a merchant who retries its exception.
 *
 * @throws MedusaError (400) without the credentials that started it, and when
 *   the gateway does not respond
 */
export async function readGateway(
  stablecoin: StablecoinModuleService,
  payment: Payment
): Promise<Fact | null> {
  if (!(await stablecoin.orders.isReadable(payment))) {
    throw new RefusedError(
      MedusaError.Types.INVALID_DATA,
      "no_credentials",
      `Payment ${payment.id} can't be read from the gateway: the credentials with which it was started are not configured any more. Configure them again, or choose "refund" or "close".`
    )
  }
  try {
    return await stablecoin.orders.readFact(payment)
  } catch (error) {
    throw gatewayFailure(error)
  }
}
