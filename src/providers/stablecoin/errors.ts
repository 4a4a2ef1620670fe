import type { Logger } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { GatewayError, refusesPair } from "../../gateway"
import type { Payment, Refusal } from "../../ledger"
import { notAvailable } from "./pairs"

/** A 400: the request, or the store's configuration, has to be changed. */
export function invalid(message: string): MedusaError {
  return new MedusaError(MedusaError.Types.INVALID_DATA, message)
}

/** A 400: the request is understood, and may not be done now. */
export function notAllowed(message: string): MedusaError {
  return new MedusaError(MedusaError.Types.NOT_ALLOWED, message)
}

/** The buyer's only options after a failure of the gateway. */
const NOT_STARTED =
  "The payment could not be started. Try again, or choose another way to pay."

/**
 * Converts a failed start to Medusa's error. The gateway's reason and its
 * remedy are for the merchant and are logged. A wrong request is a 400, an
 * unusable gateway a 500. A refused coin or network is named, as the buyer can
 * choose another one.
 */
export function startFailure(
  error: unknown,
  payment: Pick<Payment, "id" | "currency" | "chain">,
  logger: Pick<Logger, "error">
): unknown {
  if (!(error instanceof GatewayError)) {
    return error
  }
  logger.error(
    `Stablecoin payments: payment ${payment.id} could not be started: ${error.message}`
  )
  const wrong = ["invalid", "rejected", "not_found"].includes(error.code)
  return new MedusaError(
    wrong ? MedusaError.Types.INVALID_DATA : MedusaError.Types.UNEXPECTED_STATE,
    refusesPair(error) ? notAvailable(payment) : NOT_STARTED
  )
}

/** The part of the gateway's refusal that is kept with its payment. */
export function refusalOf(error: GatewayError): Refusal {
  const { code, status, said, fields } = error
  const refuses_pair = refusesPair(error)
  return { reason: code, refuses_pair, status, said, fields }
}

/** Error of a rail that can't start payments, with the reasons. */
export function notConfigured(
  rail: string,
  problems: readonly string[]
): MedusaError {
  return notAllowed(
    `Stablecoin payments (${rail}) are not configured. ${problems.join(" ")}`
  )
}

/** Omits the session's id, which leads to the order: Medusa logs its errors. */
export function unknownPayment(): MedusaError {
  return new MedusaError(
    MedusaError.Types.NOT_FOUND,
    "No stablecoin payment is known for this payment session: start a new one."
  )
}
