import { isIP } from "node:net"
import { isPublicAddress } from "./public-address"

/**
 * Suffixes of names that resolve only inside a machine or a network, never on
 * the internet.
 */
const LOCAL_SUFFIXES = [
  "localhost",
  "localdomain",
  "local",
  "internal",
  "intranet",
  "lan",
  "home",
  "corp",
  "private",
  "home.arpa",
]

/** Why an address may not be used: a code, and one sentence on what to change. */
export type PublicUrlProblem = {
  code: "address" | "https" | "address_user" | "private_address"
  message: string
}

/**
 * Returns why an admin may not enter an API's address. It must be https,
 * without credentials, and not of a private network by its literal address or
 * its name. The addresses that the name resolves to are checked on connecting
 * (see publicLookup).
 *
 * @param url as typed; decimal, octal and hex spellings of IPv4 are understood
 * @returns the problem, without quoting the URL; null if it may be used
 */
export function publicUrlProblem(url: string): PublicUrlProblem | null {
  if (!URL.canParse(url)) {
    return {
      code: "address",
      message:
        "It is not an address. Enter one such as https://gateway.example.",
    }
  }
  const { protocol, username, password, hostname } = new URL(url)
  if (protocol !== "https:") {
    return {
      code: "https",
      message: "It must begin with https://, since secrets are sent to it.",
    }
  }
  if (username || password) {
    return {
      code: "address_user",
      message: "It must not contain a user name or a password.",
    }
  }
  return isPublicHost(hostname)
    ? null
    : {
        code: "private_address",
        message:
          "It must not point into a private network. An address of a private network, such as a sandbox's, can be set in medusa-config.ts only.",
      }
}

/**
 * Whether a host is outside private networks, by its literal address or its
 * name.
 *
 * @param hostname as the URL parser returns it: lower case, IPv4 in four
 *   decimals, IPv6 in brackets
 */
export function isPublicHost(hostname: string): boolean {
  const host = hostname.replace(/\.$/, "")
  const literal = host.replace(/^\[(.*)\]$/, "$1")
  if (isIP(literal)) {
    return isPublicAddress(literal)
  }
  return (
    host.includes(".") &&
    !LOCAL_SUFFIXES.some((suffix) => host.endsWith(`.${suffix}`))
  )
}
