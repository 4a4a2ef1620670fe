import type { Logger } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { GatewayError } from "../../gateway"
import { chainInfo } from "../../gateway/chains"
import type { Fact, Payment } from "../../ledger"

/** A 400: the request, or the store's configuration, has to be changed. */
export function invalid(message: string): MedusaError {
  return new MedusaError(MedusaError.Types.INVALID_DATA, message)
}

/** A 400: the request is understood, and may not be done now. */
export function notAllowed(message: string): MedusaError {
  return new MedusaError(MedusaError.Types.NOT_ALLOWED, message)
}

/** A stablecoin, a chain, or both. */
type AnyPair = { currency?: string; chain?: string | null }

/** The sentence for a buyer about a pair that can't be paid. */
export function notAvailable(pair: AnyPair): string {
  return pair.chain === null
    ? `${pairText(pair)} is not available this way. Choose another coin or way to pay.`
    : `${pairText(pair)} is not available. Choose another network or coin.`
}

/** Such as `USDT on Base`. */
export function pairText({ currency, chain = null }: AnyPair): string {
  const network = chain && (chainInfo(chain)?.name ?? chain)
  return currency && network
    ? `${currency} on ${network}`
    : currency || network || "This"
}

/** The buyer's only options after a failure of the gateway. */
const NOT_STARTED =
  "The payment could not be started. Try again, or choose another way to pay."

/**
 * Converts a failed start to Medusa's error. The gateway's own words and the
 * remedy are for the merchant and are logged. A wrong request is a 400, an
 * unusable gateway a 500. A refused coin or network is named, as the buyer can
 * choose another one.
 */
export function startFailure(
  error: unknown,
  payment: Pick<Payment, "id" | "rail" | "currency" | "chain">,
  logger: Pick<Logger, "error">
): unknown {
  if (!(error instanceof GatewayError)) {
    return error
  }
  const { id, rail } = payment
  const byField = error.fields ? ` ${JSON.stringify(error.fields)}` : ""
  logger.error(
    `Stablecoin payments: payment ${id} (${rail}, ${pairText(payment)}) could not be started: ${error.message}${byField}`
  )
  const wrong = ["invalid", "rejected", "not_found"].includes(error.code)
  return new MedusaError(
    wrong ? MedusaError.Types.INVALID_DATA : MedusaError.Types.UNEXPECTED_STATE,
    wrong && isAboutPair(error) ? notAvailable(payment) : NOT_STARTED
  )
}

const NAMES_PAIR = /(?:^|[^a-z])(?:currency|chain|network|coin)(?:$|[^a-z])/i
const NAMES_AMOUNT = /amount|minimum|maximum|limit/i

/**
 * Whether a rejected creation is about its coin or network. The fields decide.
 * The contract does not show their shape: without them, any 400 or 422 counts
 * whose sentence is not about the amount.
 */
function isAboutPair({ status, said = "", fields = {} }: GatewayError) {
  const names = Object.keys(fields)
  return names.length
    ? status !== 403 && names.some((name) => NAMES_PAIR.test(name))
    : (status === 400 || status === 422) && !NAMES_AMOUNT.test(said)
}

/** The part of the gateway's refusal that is kept with its payment. */
export function refusalOf(error: GatewayError): Fact {
  const { code, status, said, fields } = error
  return { kind: "refused", reason: code, status, said, fields }
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
