import { MedusaError } from "@medusajs/framework/utils"
import { GatewayError } from "../../gateway"

/**
 * A gateway's failure as Medusa's error, with a sentence that tells what to do.
 * What the request was wrong about is a 400; an unreachable gateway is a 500.
 */
export function toMedusaError(error: unknown): unknown {
  if (!(error instanceof GatewayError)) {
    return error
  }
  const wrong = ["invalid", "rejected", "not_found"].includes(error.code)
  return new MedusaError(
    wrong ? MedusaError.Types.INVALID_DATA : MedusaError.Types.UNEXPECTED_STATE,
    error.message
  )
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
