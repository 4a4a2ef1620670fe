import { BlockList, isIP } from "node:net"

const LOOPBACK = new BlockList()
LOOPBACK.addSubnet("127.0.0.0", 8, "ipv4")
LOOPBACK.addAddress("::1", "ipv6")

/**
 * Whether a host, as written in an option or URL, is reachable from this
 * machine only.
 */
export function isLoopback(host: string): boolean {
  const address = host.replace(/^\[|\]$/g, "")
  const family = isIP(address)
  return family
    ? LOOPBACK.check(address, family === 6 ? "ipv6" : "ipv4")
    : address === "localhost"
}
