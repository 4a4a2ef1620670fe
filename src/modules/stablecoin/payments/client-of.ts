import { isIPv6 } from "node:net"

/**
 * Identifies a client by its address. For IPv6 only the /64 prefix counts,
 * since a client can use any address of its /64 network.
 */
export function clientOf(address: string): string {
  if (!isIPv6(address) || address.includes(".")) {
    return address
  }
  const [head = "", tail] = address.split("::")
  const first = groupsOf(head)
  const last = groupsOf(tail ?? "")
  const zeros = Array<string>(8 - first.length - last.length).fill("0")
  return [...first, ...zeros, ...last].slice(0, 4).join(":")
}

function groupsOf(text: string): string[] {
  return text
    .split(":")
    .filter(Boolean)
    .map((group) => Number.parseInt(group, 16).toString(16))
}
