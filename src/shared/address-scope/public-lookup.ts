import { lookup } from "node:dns"
import type { LookupFunction } from "node:net"
import { isPublicAddress } from "./public-address"

/** Error code of a connection to a private address. */
export const PRIVATE_ADDRESS = "PRIVATE_ADDRESS"

/**
 * Resolves a name for a connection that must not lead into a private network.
 * It runs for each connection and returns the addresses to connect to. A name
 * can therefore not resolve to one address when checked and to another when
 * used. Literal addresses are not looked up: check them with publicUrlProblem.
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
