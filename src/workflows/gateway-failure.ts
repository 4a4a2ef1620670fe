import { MedusaError } from "@medusajs/framework/utils"
import { GatewayError } from "../gateway"

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
