import { lookup } from "node:dns"
import { BlockList, isIP, isIPv4, isIPv6, type LookupFunction } from "node:net"

/**
 * Ranges of the IANA IPv4 special-purpose registry that are not reachable from
 * the internet.
 */
const NOT_PUBLIC_V4: [address: string, prefix: number][] = [
  ["0.0.0.0", 8], // this network, unspecified
  ["10.0.0.0", 8], // private
  ["100.64.0.0", 10], // shared by carriers (CGNAT)
  ["127.0.0.0", 8], // loopback
  ["169.254.0.0", 16], // link-local, where clouds serve their metadata
  ["172.16.0.0", 12], // private
  ["192.0.0.0", 24], // protocol assignments
  ["192.0.2.0", 24], // documentation
  ["192.31.196.0", 24], // AS112
  ["192.52.193.0", 24], // AMT
  ["192.88.99.0", 24], // 6to4 relays
  ["192.168.0.0", 16], // private
  ["192.175.48.0", 24], // AS112
  ["198.18.0.0", 15], // benchmarks
  ["198.51.100.0", 24], // documentation
  ["203.0.113.0", 24], // documentation
  ["224.0.0.0", 4], // multicast
  ["240.0.0.0", 4], // reserved, broadcast
]

/**
 * Global unicast. Everything else (loopback, mapped IPv4, NAT64, local,
 * link-local, multicast …) is not public.
 */
const UNICAST_V6: [address: string, prefix: number] = ["2000::", 3]

const NOT_PUBLIC_V6: [address: string, prefix: number][] = [
  ["2001::", 23], // protocol assignments, Teredo
  ["2001:db8::", 32], // documentation
  ["2002::", 16], // 6to4: embeds an IPv4 address of any kind
  ["2620:4f:8000::", 48], // AS112
  ["3fff::", 20], // documentation
]

const notPublicV4 = new BlockList()
NOT_PUBLIC_V4.forEach(([net, prefix]) => notPublicV4.addSubnet(net, prefix))
// One list per family: a list also compares IPv4 with mapped IPv6 rules.
const unicastV6 = new BlockList()
unicastV6.addSubnet(...UNICAST_V6, "ipv6")
const notPublicV6 = new BlockList()
NOT_PUBLIC_V6.forEach(([net, prefix]) =>
  notPublicV6.addSubnet(net, prefix, "ipv6")
)

/**
 * Whether an IP address is public: not of a private network, this machine, a
 * multicast group, or a range reserved for documentation.
 *
 * @param address IPv4 in four decimals, or IPv6 without brackets; anything else
 *   is not public
 */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) {
    return !notPublicV4.check(address)
  }
  // An address with a zone is local to this machine's links.
  return (
    isIPv6(address) &&
    !address.includes("%") &&
    unicastV6.check(address, "ipv6") &&
    !notPublicV6.check(address, "ipv6")
  )
}

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
