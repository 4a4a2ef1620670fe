import { MedusaError } from "@medusajs/framework/utils"
import { GatewayError } from "../gateway"

/** By this code a route knows that the gateway, and not the store, has failed. */
export const GATEWAY_UNAVAILABLE = "gateway_unavailable"

/** A gateway that gave no good answer, for a person who asked for one; other errors are handed back as they are. */
export function gatewayFailure(error: unknown): unknown {
  return error instanceof GatewayError
    ? new MedusaError(
        MedusaError.Types.UNEXPECTED_STATE,
        `The gateway gave no good answer, and nothing was changed: ${error.message} Try again in a minute; if it stays so, check the gateway's address and credentials.`,
        GATEWAY_UNAVAILABLE
      )
    : error
}
