import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { GatewayError } from "../gateway"
import type { Payment } from "../ledger"
import { STABLECOIN_MODULE } from "../modules/stablecoin"

/**
 * Error code by which a route detects that the gateway has failed, not the
 * store.
 */
export const GATEWAY_UNAVAILABLE = "gateway_unavailable"

/**
 * Converts a gateway error to the response of an admin request. Other errors
 * are returned unchanged.
 */
export function gatewayFailure(error: unknown): unknown {
  return error instanceof GatewayError
    ? new MedusaError(
        MedusaError.Types.UNEXPECTED_STATE,
        `The gateway gave no good answer, and nothing was changed: ${error.message} Try again in a minute; if it stays so, check the gateway's address and credentials.`,
        GATEWAY_UNAVAILABLE
      )
    : error
}

/**
 * Returns the payment that an admin requested.
 *
 * @throws MedusaError (404) when it does not exist
 */
export async function mustFindPayment(
  container: MedusaContainer,
  id: string
): Promise<Payment> {
  const payment = await container
    .resolve(STABLECOIN_MODULE)
    .payments.find({ id })
  if (!payment) {
    throw new MedusaError(
      MedusaError.Types.NOT_FOUND,
      `There is no stablecoin payment ${id}.`
    )
  }
  return payment
}
