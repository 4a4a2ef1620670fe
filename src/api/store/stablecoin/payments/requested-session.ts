import type { MedusaRequest } from "@medusajs/framework/http"
import { MedusaError } from "@medusajs/framework/utils"

/**
 * Ids as Medusa creates them. Anything else, such as a zero byte, does not
 * reach the database.
 */
const SESSION_ID = /^[\w-]{1,100}$/

const IN_PATH = /(\/stablecoin\/payments\/)[^/?#]+/i

/**
 * Returns the payment session id of a request. It leads to the order, so it is
 * removed from the request's URL, which access logs write when the response is
 * sent.
 *
 * @throws MedusaError (404) for a malformed id
 */
export function requestedSession(req: MedusaRequest): string {
  const id = String(req.params.session_id)
  req.url = req.url.replace(IN_PATH, "$1[hidden]")
  req.originalUrl = req.originalUrl.replace(IN_PATH, "$1[hidden]")
  if (!SESSION_ID.test(id)) {
    throw noSuchPayment()
  }
  return id
}

export function noSuchPayment(): MedusaError {
  return new MedusaError(
    MedusaError.Types.NOT_FOUND,
    "No stablecoin payment belongs to this payment session. Read the id from the cart's payment collection, or start a new session."
  )
}
