import type { MedusaRequest } from "@medusajs/framework/http"
import { MedusaError } from "@medusajs/framework/utils"

/** Ids as Medusa makes them. Anything else, such as a zero byte, is not brought to the database. */
const SESSION_ID = /^[\w-]{1,100}$/

const IN_PATH = /(\/stablecoin\/payments\/)[^/?#]+/i

/**
 * The payment session that a request asks for. It leads to the order, so it is
 * taken out of the request's URL: access logs write that when the answer is sent.
 *
 * @throws 404 for what can't be one
 */
export function askedSession(req: MedusaRequest): string {
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
