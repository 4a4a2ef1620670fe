import { lookup } from "node:dns"
import type { LookupFunction } from "node:net"
import { isPublicAddress } from "./public-address"

/** What a connection to a private address fails with. */
export const PRIVATE_ADDRESS = "PRIVATE_ADDRESS"

/**
 * Resolves a name for a connection that must not lead into a private network.
 * It is asked anew for each connection, and what it answers is what is
 * connected to, so that a name can't resolve to one address when it is checked
 * and to another when it is used. Literal addresses are not looked up: check
 * them by publicUrlProblem.
 */
export const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) {
      callback(error, "")
      return
    }
    const [first] = addresses
    if (!first || !addresses.every(({ address }) => isPublicAddress(address))) {
      callback(privateAddressError(), "")
    } else if (options.all) {
      callback(null, addresses)
    } else {
      callback(null, first.address, first.family)
    }
  })
}

function privateAddressError(): NodeJS.ErrnoException {
  return Object.assign(
    new Error("The name resolves to an address of a private network."),
    { code: PRIVATE_ADDRESS }
  )
}
