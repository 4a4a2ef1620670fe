import type { Logger } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { GatewayError } from "../../gateway"
import {
  TOO_MANY_OPEN,
  TooManyOpenError,
} from "../../modules/stablecoin/payments/limits"

/** All that a buyer can do about a gateway's failure. */
const NOT_STARTED =
  "The payment could not be started. Try again, or choose another way to pay."

/**
 * A failed start as Medusa's error. The gateway's reason and its remedy are for
 * the merchant, and go to the log. What the request was wrong about is a 400;
 * a gateway that can't be used is a 500.
 */
export function startFailure(
  error: unknown,
  paymentId: string,
  logger: Pick<Logger, "error">
): unknown {
  if (!(error instanceof GatewayError)) {
    return error
  }
  logger.error(
    `Stablecoin payments: payment ${paymentId} could not be started: ${error.message}`
  )
  const wrong = ["invalid", "rejected", "not_found"].includes(error.code)
  return new MedusaError(
    wrong ? MedusaError.Types.INVALID_DATA : MedusaError.Types.UNEXPECTED_STATE,
    NOT_STARTED
  )
}

/** Medusa has no error for too many open payments: the middleware of its route makes this one a 429. */
export function notOpened(error: unknown): unknown {
  return error instanceof TooManyOpenError
    ? new MedusaError(
        MedusaError.Types.NOT_ALLOWED,
        error.message,
        TOO_MANY_OPEN.code
      )
    : error
}

/** The rail can't start payments, and why. */
export function notConfigured(
  rail: string,
  problems: readonly string[]
): MedusaError {
  return new MedusaError(
    MedusaError.Types.NOT_ALLOWED,
    `Stablecoin payments (${rail}) are not configured. ${problems.join(" ")}`
  )
}

/** Medusa logs its errors: the session's id, which leads to the order, is left out. */
export function unknownPayment(): MedusaError {
  return new MedusaError(
    MedusaError.Types.NOT_FOUND,
    "No stablecoin payment is known for this payment session: start a new one."
  )
}
