import { isIP } from "node:net"
import { isPublicAddress } from "./public-address"

/** Names that are resolved inside a machine or a network, and never in the internet. */
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

/**
 * What keeps an address of an API from being one that an admin may enter: it
 * must be https, without credentials, and not of a private network by its
 * literal address or its name. Where the name resolves to is checked when it
 * is connected to (see publicLookup).
 *
 * @param url as typed; decimal, octal and hex spellings of IPv4 are understood
 * @returns one sentence that says what to change and repeats nothing; null if it may be used
 */
export function publicUrlProblem(url: string): string | null {
  if (!URL.canParse(url)) {
    return "It is no address. Enter one such as https://gateway.example."
  }
  const { protocol, username, password, hostname } = new URL(url)
  if (protocol !== "https:") {
    return "It must begin with https://, since secrets are sent to it."
  }
  if (username || password) {
    return "It must not contain a user name or a password."
  }
  return isPublicHost(hostname)
    ? null
    : "It must not point into a private network. An address of a private network, such as a sandbox's, can be set in medusa-config.ts only."
}

/**
 * Whether a host is not of a private network by its literal address or its name.
 *
 * @param hostname as the URL parser gives it: lower case, IPv4 in four decimals, IPv6 in brackets
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
