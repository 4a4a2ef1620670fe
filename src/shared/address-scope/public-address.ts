import { BlockList, isIPv4, isIPv6 } from "node:net"

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
